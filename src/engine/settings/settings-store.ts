import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type Settings, settingsSchema } from '../../shared/settings.ts';
import { EngineFault } from '../engine-fault.ts';
import { lineOfPath, lineOfSyntaxError } from './locate-fault.ts';

/** `settings.json` in the data folder: a person may edit it, so it is validated whenever it is read. */
export class SettingsStore {
  readonly path: string;

  constructor(home: string) {
    this.path = join(home, 'settings.json');
  }

  /** Throws an `EngineFault` that names the file and the field at fault. */
  read(): Settings {
    let text: string;
    try {
      text = readFileSync(this.path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return settingsSchema.parse({});
      throw new EngineFault(
        'settings',
        `${this.path} cannot be read (${(error as Error).message}). Check its permissions.`,
      );
    }
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      throw new EngineFault(
        'settings',
        `${this.path}${lineWords(lineOfSyntaxError(text, (error as Error).message))} is not valid JSON: ${(error as Error).message}. Correct it, or remove the file to start with the defaults.`,
      );
    }
    const parsed = settingsSchema.safeParse(value);
    if (parsed.success) return parsed.data;
    const where = lineWords(lineOfPath(text, parsed.error.issues[0]?.path ?? []));
    throw new EngineFault(
      'settings',
      `${this.path}${where} does not fit: ${z.prettifyError(parsed.error)}. Correct it, or remove the file to start with the defaults.`,
    );
  }

  change(patch: Partial<Settings>): Settings {
    const settings = settingsSchema.parse({ ...this.read(), ...patch });
    mkdirSync(dirname(this.path), { recursive: true });
    const temporary = `${this.path}.${process.pid}`;
    writeFileSync(temporary, `${JSON.stringify(settings, null, 2)}\n`);
    renameSync(temporary, this.path);
    return settings;
  }
}

function lineWords(line: number | null): string {
  return line === null ? '' : `, line ${line},`;
}

/** Where provider keys are kept. Never in a log, an event, or this file. */
export interface SecretStore {
  get(provider: string): string | null;
  set(provider: string, key: string): 'keychain' | 'memory';
}

/** Keys for this run only: the command line's, and the app's where the system offers no keychain. */
export class MemorySecrets implements SecretStore {
  readonly #keys = new Map<string, string>();

  get(provider: string): string | null {
    return this.#keys.get(provider) ?? null;
  }

  set(provider: string, key: string): 'memory' {
    this.#keys.set(provider, key);
    return 'memory';
  }
}
