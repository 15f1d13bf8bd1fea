import { rm } from 'node:fs/promises';
import { makeTemporaryFolder } from '../../temporary-folders.ts';
import type { SharedRepository } from '../locate-repository.ts';
import { type IndexEnvironment, scratchEnvironment } from '../temporary-index.ts';

/**
 * A folder for the objects of snapshots that are only compared: the repository itself does not grow by looking at it.
 * It lasts until it is closed, so that what did not change need not be written again.
 */
export class ScratchObjects {
  readonly folder: string;
  readonly environment: IndexEnvironment;

  private constructor(folder: string, environment: IndexEnvironment) {
    this.folder = folder;
    this.environment = environment;
  }

  static async open(location: SharedRepository): Promise<ScratchObjects> {
    const folder = await makeTemporaryFolder('objects');
    return new ScratchObjects(folder, scratchEnvironment(location, folder));
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
