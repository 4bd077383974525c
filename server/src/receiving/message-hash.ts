import { createHash } from 'node:crypto';

/**
 * What makes a message the same in one mailbox: its Message-ID, or its date, sender, subject and size
 * if it has none. A second message with the same Message-ID is not stored.
 */
export function messageHash(header: Uint8Array, bytes: number): Buffer {
  const fields = headerFields(header);
  const id = fields.get('message-id');
  const parts = id
    ? ['id', id]
    : ['message', fields.get('date'), fields.get('from'), fields.get('subject'), bytes];
  return createHash('sha256')
    .update(parts.map((part) => part ?? '').join('\n'))
    .digest();
}

const hashed = ['message-id', 'date', 'from', 'subject'];

/** The first field of each name, unfolded. */
function headerFields(header: Uint8Array): Map<string, string> {
  // Joined once at the end: anyone can send a field of many thousands of lines.
  const fields = new Map<string, string[]>();
  const lines = Buffer.from(header.buffer, header.byteOffset, header.byteLength)
    .toString('latin1')
    .split('\n');
  let current: string[] | undefined;
  for (const line of lines) {
    if (line.startsWith(' ') || line.startsWith('\t')) {
      current?.push(line.trim());
      continue;
    }
    const colon = line.indexOf(':');
    const found = line.slice(0, Math.max(colon, 0)).trimEnd().toLowerCase();
    current =
      hashed.includes(found) && !fields.has(found) ? [line.slice(colon + 1).trim()] : undefined;
    if (current) fields.set(found, current);
  }
  return new Map([...fields].map(([name, pieces]) => [name, pieces.filter(Boolean).join(' ')]));
}
