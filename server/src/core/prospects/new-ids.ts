import { randomBytes } from 'node:crypto';

const sequenceSize = 0x1000;

/**
 * UUIDv7 ids of one millisecond for prospects that are added together, in descending order, so that
 * "newest first" lists them in the order they were sent.
 */
export function descendingIds(now = Date.now()): () => string {
  let next = sequenceSize;
  return () => {
    next = next === 0 ? sequenceSize - 1 : next - 1;
    const hex =
      now.toString(16).padStart(12, '0') +
      `7${next.toString(16).padStart(3, '0')}` +
      withVariant(randomBytes(8)).toString('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
}

const withVariant = (bytes: Buffer): Buffer => {
  bytes[0] = (bytes[0]! & 0x3f) | 0x80;
  return bytes;
};
