import { crc32, deflateRawSync } from 'node:zlib';

interface File {
  name: string;
  bytes: Buffer;
}

/** 1980-01-01, the first date that the format knows: the same files always give the same bytes. */
const date = 0x21;
const version = 20;
const utf8Names = 0x800;
const deflated = 8;

/** A zip archive of these files, in the order of their names. */
export function zip(files: File[]): Buffer {
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of sorted) {
    const path = Buffer.from(name);
    const content = deflateRawSync(bytes, { level: 9 });
    const shared = numbers(
      [2, version],
      [2, utf8Names],
      [2, deflated],
      [2, 0],
      [2, date],
      [4, crc32(bytes)],
      [4, content.length],
      [4, bytes.length],
      [2, path.length],
      [2, 0],
    );
    parts.push(numbers([4, 0x04034b50]), shared, path, content);
    const rest = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]);
    directory.push(numbers([4, 0x02014b50], [2, version]), shared, rest, path);
    offset += 4 + shared.length + path.length + content.length;
  }
  const entries = Buffer.concat(directory);
  const end = numbers(
    [4, 0x06054b50],
    [4, 0],
    [2, sorted.length],
    [2, sorted.length],
    [4, entries.length],
    [4, offset],
    [2, 0],
  );
  return Buffer.concat([...parts, entries, end]);
}

/** Each value in this many bytes, the lowest first. */
const numbers = (...values: [size: number, value: number][]): Buffer =>
  Buffer.concat(
    values.map(([size, value]) => {
      const bytes = Buffer.alloc(size);
      bytes.writeUIntLE(value, 0, size);
      return bytes;
    }),
  );
