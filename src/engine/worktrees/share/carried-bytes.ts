import { isUtf8 } from 'node:buffer';
import type { CarriedBytes, CarriedFile } from '../../../core/worktree/bundle.ts';
import { toBytePath, toText } from '../latin1.ts';

export function carry(content: Buffer): CarriedBytes {
  return isUtf8(content)
    ? { encoding: 'utf8', data: content.toString('utf8') }
    : { encoding: 'base64', data: content.toString('base64') };
}

export function unpack({ encoding, data }: CarriedBytes): Buffer {
  return Buffer.from(data, encoding);
}

/** `path` is latin1. */
export function carryPath(path: string): Pick<CarriedFile, 'path' | 'pathBytes'> {
  const bytes = Buffer.from(path, 'latin1');
  return isUtf8(bytes) ? { path: toText(path) } : { path: toText(path), pathBytes: bytes.toString('base64') };
}

/** latin1. */
export function unpackPath({ path, pathBytes }: Pick<CarriedFile, 'path' | 'pathBytes'>): string {
  return pathBytes === undefined ? toBytePath(path) : Buffer.from(pathBytes, 'base64').toString('latin1');
}
