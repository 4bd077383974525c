import { randomBytes } from 'node:crypto';

const mostInSequence = 0x1000;

/**
 * Ids for people who are added together, version 7 and of one millisecond. They fall, so that
 * newest first shows these people in the order in which they were sent.
 */
export function fallingIds(now = Date.now()): () => string {
  let next = mostInSequence;
  return () => {
    next = next === 0 ? mostInSequence - 1 : next - 1;
    const hex =
      now.toString(16).padStart(12, '0') +
      `7${next.toString(16).padStart(3, '0')}` +
      variantOf(randomBytes(8)).toString('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
}

/** The millisecond in which an id of version 7 was made. */
export const madeAt = (id: string): Date =>
  new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));

const variantOf = (bytes: Buffer): Buffer => {
  bytes[0] = (bytes[0]! & 0x3f) | 0x80;
  return bytes;
};
