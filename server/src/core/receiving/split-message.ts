import { type MessageSource, messageLimits, type SourcePart } from './message.ts';

interface OpenMultipart {
  boundary: string;
  /** The beginning of the paths of its parts: "", "2.". */
  prefix: string;
  parts: number;
}

const toBytes = (text: string) => Buffer.from(text, 'latin1');

/**
 * Splits a message as IMAP does into its header and its parts of type text or message. A message in a
 * message is one part. The work is linear in the size of the file.
 */
export function splitMessage(raw: Uint8Array): MessageSource {
  const text = normalizeLines(raw.subarray(0, messageLimits.fileBytes));
  const [header, start] = headerOf(text, 0);
  const boundary = boundaryOf(header);
  const parts = boundary === null ? [] : splitParts(text, start, boundary);
  // If there are no parts, the whole body is text.
  const whole = { path: '1', header: toBytes(''), body: toBytes(text.slice(start)) };
  return {
    header: toBytes(header),
    parts: parts.length > 0 ? parts.map(limitPart) : [limitPart(whole)],
  };
}

const limitPart = ({ path, header, body }: SourcePart): SourcePart => ({
  path,
  header: header.subarray(0, messageLimits.headerBytes),
  body: body.subarray(0, messageLimits.partBytes),
});

/** One character for each byte. Files from a mbox begin with a line "From ". */
function normalizeLines(raw: Uint8Array): string {
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1');
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replace(/^\n+/, '');
  return /^>?From [^\n]*\n/.test(lines) ? lines.slice(lines.indexOf('\n') + 1) : lines;
}

/** The header that starts here, and where the body starts. */
function headerOf(text: string, start: number): [header: string, bodyStart: number] {
  if (text[start] === '\n') return ['', start + 1];
  const end = text.indexOf('\n\n', start);
  return end < 0 ? [text.slice(start), text.length] : [text.slice(start, end), end + 2];
}

/** A header without an empty line after it ends where the next part begins. */
function partHeaderOf(text: string, start: number, boundary: string): [string, number] {
  const [header, bodyStart] = headerOf(text, start);
  const end = header.indexOf(`\n--${boundary}`);
  return end < 0 ? [header, bodyStart] : [header.slice(0, end), start + end + 1];
}

/** The boundary of a multipart; null for any other type. */
function boundaryOf(header: string): string | null {
  const type = contentField(header, 'content-type');
  if (!/^\s*multipart\//i.test(type)) return null;
  const [, quoted, plain] =
    /;\s*boundary\s*=\s*(?:"([^"\n]{1,200})"|([^\s;"]{1,200}))/i.exec(type) ?? [];
  return (quoted ?? plain ?? '').trimEnd() || null;
}

/** A field of a header, unfolded; '' if there is none. */
export function contentField(header: string, name: string): string {
  const field = new RegExp(`^${name}[ \\t]*:(.*(?:\\n[ \\t].*)*)`, 'im').exec(
    header.slice(0, messageLimits.headerBytes),
  );
  return (field?.[1] ?? '').replaceAll(/\n[ \t]+/g, ' ').trim();
}

function splitParts(text: string, start: number, boundary: string): SourcePart[] {
  const open: OpenMultipart[] = [{ boundary, prefix: '', parts: 0 }];
  const parts: SourcePart[] = [];
  let current: { path: string; header: string; start: number } | null = null;
  let count = 0;

  const finish = (end: number) => {
    if (current && isReadable(current.header))
      parts.push({
        path: current.path,
        header: toBytes(current.header),
        body: toBytes(text.slice(current.start, Math.max(current.start, end - 1))),
      });
    current = null;
  };

  let at = start;
  while (at < text.length && count <= messageLimits.parts) {
    const lineEnd = text.indexOf('\n', at);
    const next = lineEnd < 0 ? text.length : lineEnd + 1;
    const depth = text.startsWith('--', at)
      ? findDelimitedPart(text.slice(at + 2, Math.min(next, at + 250)), open)
      : null;
    if (depth === null) {
      at = next;
      continue;
    }
    finish(at);
    if (depth.isEnd) {
      open.length = depth.index;
      if (open.length === 0) break;
      at = next;
      continue;
    }
    open.length = depth.index + 1;
    const parent = open[depth.index]!;
    const path = `${parent.prefix}${++parent.parts}`;
    count++;
    const [header, bodyStart] = partHeaderOf(text, next, parent.boundary);
    const inner = boundaryOf(header);
    if (inner !== null && open.length < messageLimits.depth)
      open.push({ boundary: inner, prefix: `${path}.`, parts: 0 });
    else if (inner === null) current = { path, header, start: bodyStart };
    at = Math.min(bodyStart, text.length);
  }
  if (count <= messageLimits.parts) finish(text.length + 1);
  return parts;
}

/** Which open multipart this line delimits, and whether it ends it. */
function findDelimitedPart(
  line: string,
  open: OpenMultipart[],
): { index: number; isEnd: boolean } | null {
  const value = line.trimEnd();
  const index = open.findLastIndex(({ boundary }) => value === boundary);
  if (index >= 0) return { index, isEnd: false };
  const endIndex = open.findLastIndex(({ boundary }) => value === `${boundary}--`);
  return endIndex >= 0 ? { index: endIndex, isEnd: true } : null;
}

/** Parts without a type are text. */
function isReadable(header: string): boolean {
  const type = contentField(header, 'content-type').toLowerCase();
  return type === '' || /^(text|message)\//.test(type) || !type.includes('/');
}
