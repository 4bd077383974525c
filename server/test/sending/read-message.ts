/** An email as a receiver reads it. */
interface ReadMessage {
  /** Unfolded and decoded, by lowercase name, in order. */
  headers: [name: string, value: string][];
  header: (name: string) => string | undefined;
  text: string;
  html: string | null;
}

/** Reads an email that has a text part, and possibly an HTML part. */
export function readMessage(raw: Buffer): ReadMessage {
  const { headers, body } = split(raw.toString('latin1'));
  const header = (name: string) => headers.find(([key]) => key === name)?.[1];
  const boundary = /boundary="([^"]+)"/.exec(header('content-type') ?? '')?.[1];
  if (boundary === undefined) return { headers, header, text: decodeBody(body), html: null };
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')));
  const [text = '', html = null] = parts.map((part) => decodeBody(part.body));
  return { headers, header, text, html };
}

function split(message: string) {
  const end = message.indexOf('\r\n\r\n');
  const headers = message
    .slice(0, end)
    .replaceAll(/\r\n[ \t]/g, ' ')
    .split('\r\n')
    .map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
    });
  return { headers, body: message.slice(end + 4) };
}

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );

const decodeBody = (body: string): string =>
  quotedPrintable(body.replaceAll('=\r\n', '')).toString('utf8').replaceAll('\r\n', '\n').trim();

/** Adjacent words are one text, and may share a character. */
const decodeWords = (value: string): string =>
  value.replaceAll(
    /=\?utf-8\?([qb])\?([^?]*)\?=(?:\s+(?==\?))?/gi,
    (_, encoding: string, text: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : quotedPrintable(text.replaceAll('_', ' ')).toString('utf8'),
  );
