import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';

/*
 * Just enough of the ZIP format (PKWARE's APPNOTE.TXT; section numbers below) to take a few files out of a large
 * archive whose checksum has been verified: no ZIP64, no encryption. Needs neither `unzip` nor space for the rest.
 */
const END = { signature: 0x06054b50, bytes: 22, longestComment: 0xffff };
const ENTRY = { signature: 0x02014b50, bytes: 46 };
const LOCAL_HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

/** Extracts the files whose name `wanted` accepts, with their permission bits, and returns how many there were. */
export async function extractFromZip(archive, folder, wanted) {
  const file = await open(archive);
  try {
    const entries = (await readDirectory(file)).filter(({ name }) => !name.endsWith('/') && wanted(name));
    for (const entry of entries) await extractEntry(archive, file, entry, join(folder, entry.name));
    return entries.length;
  } finally {
    await file.close();
  }
}

/** 4.3.16: the record at the end tells where the central directory (4.3.12) lies. */
async function readDirectory(file) {
  const { size } = await file.stat();
  const tail = await readAt(file, Math.max(0, size - END.bytes - END.longestComment), size);
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(END.signature);
  const end = tail.lastIndexOf(signature);
  if (end < 0) throw new Error('the archive is no ZIP file');
  const start = tail.readUInt32LE(end + 16);
  const directory = await readAt(file, start, start + tail.readUInt32LE(end + 12));
  const entries = [];
  for (let at = 0; at < directory.length; ) {
    if (directory.readUInt32LE(at) !== ENTRY.signature) throw new Error('the archive is damaged');
    const nameLength = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + ENTRY.bytes, at + ENTRY.bytes + nameLength),
      method: directory.readUInt16LE(at + 10),
      compressedBytes: directory.readUInt32LE(at + 20),
      // 4.4.15: Unix writers keep st_mode in the upper half of the external attributes.
      mode: (directory.readUInt32LE(at + 38) >>> 16) & 0o777,
      localHeader: directory.readUInt32LE(at + 42),
    });
    at += ENTRY.bytes + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

async function extractEntry(archive, file, { method, compressedBytes, mode, localHeader }, target) {
  await mkdir(dirname(target), { recursive: true });
  // 4.3.7: name and extra field of the local header may differ in length from those of the directory.
  const header = await readAt(file, localHeader, localHeader + LOCAL_HEADER_BYTES);
  const start = localHeader + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (compressedBytes === 0) {
    await writeFile(target, '', { mode: mode || 0o644 });
    return;
  }
  const output = createWriteStream(target, { mode: mode || 0o644 });
  const source = createReadStream(archive, { start, end: start + compressedBytes - 1 });
  if (method === DEFLATED) await pipeline(source, createInflateRaw(), output);
  else if (method === STORED) await pipeline(source, output);
  else throw new Error(`the archive uses compression method ${method}, which is not known here`);
}

async function readAt(file, start, end) {
  const buffer = Buffer.alloc(end - start);
  await file.read(buffer, 0, buffer.length, start);
  return buffer;
}
