import type { MessageHead } from './read-messages.ts';

/** Of the texts that are in memory at once. */
const maxBatchBytes = 4 * 1024 * 1024;
const maxMessageBytes = 1024 * 1024;

/** Parts of a batch whose texts fit into memory together. */
export function* inSlices(heads: MessageHead[]): Generator<MessageHead[]> {
  let slice: MessageHead[] = [];
  let bytes = 0;
  for (const head of heads) {
    const size = Math.min(head.bytes, maxMessageBytes);
    if (slice.length > 0 && bytes + size > maxBatchBytes) {
      yield slice;
      slice = [];
      bytes = 0;
    }
    slice.push(head);
    bytes += size;
  }
  if (slice.length > 0) yield slice;
}
