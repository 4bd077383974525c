import { convert } from 'html-to-text';
import PostalMime from 'postal-mime';
import { messageLimits, type SourcePart } from './message.ts';
import { contentField } from './split-message.ts';
import { cleanBlock } from './text-rules.ts';

export interface DecodedPart {
  /** In lower case, without parameters. */
  type: string;
  isAttachment: boolean;
  /** The header of the part. Some servers return a message as a part without a type, with this header. */
  header: string;
  text: string;
}

/** A part as text, decoded as a small message of its own. */
export async function decodePart(
  part: SourcePart,
  messageHeader: Uint8Array,
): Promise<DecodedPart> {
  const own = latin1(part.header);
  // A message with one part has its type in its own header.
  const header = own.trim() === '' ? latin1(messageHeader) : own;
  const declared = contentField(header, 'content-type');
  const [type = ''] = /^[^;\s]+/.exec(declared.toLowerCase()) ?? [];
  const isHtml = type === 'text/html';
  const email = await PostalMime.parse(
    Buffer.concat([
      Buffer.from(
        `Content-Type: ${isHtml ? 'text/html' : 'text/plain'}; charset=${charsetOf(declared, part.body)}${flowedParameters(declared)}\r\n` +
          `Content-Transfer-Encoding: ${encodingOf(header)}\r\n\r\n`,
        'latin1',
      ),
      withoutEmptyRuns(part.body),
    ]),
  );
  const text = (isHtml ? email.html : email.text) ?? '';
  return {
    type: type.includes('/') && !type.startsWith('multipart/') ? type : 'text/plain',
    isAttachment: /^attachment/i.test(contentField(own, 'content-disposition')),
    header: own,
    text: cleanBlock(text, messageLimits.textLength).trimEnd(),
  };
}

const latin1 = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(0, messageLimits.headerBytes))
    .toString('latin1')
    .replaceAll('\r\n', '\n');

/** Hundreds of empty lines say nothing and are slow to decode. */
const withoutEmptyRuns = (body: Uint8Array) =>
  Buffer.from(
    Buffer.from(body.subarray(0, messageLimits.partBytes))
      .toString('latin1')
      .replaceAll(/(?:\r?\n){20,}/g, '\r\n\r\n\r\n'),
    'latin1',
  );

/** The declared charset. Without one: Japanese by its escape sequence, else UTF-8 or Windows-1252. */
function charsetOf(declared: string, body: Uint8Array): string {
  const [, charset = ''] = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(declared) ?? [];
  if (charset !== '' && !/^(us-ascii|ascii|unknown.*|x-unknown)$/i.test(charset)) return charset;
  const text = Buffer.from(body.subarray(0, messageLimits.partBytes));
  if (text.includes('\u001b$B') || text.includes('\u001b$@')) return 'iso-2022-jp';
  return isUtf8(text) ? 'utf-8' : 'windows-1252';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

const flowedParameters = (declared: string) =>
  /;\s*format\s*=\s*"?flowed/i.test(declared)
    ? `; format=flowed${/;\s*delsp\s*=\s*"?yes/i.test(declared) ? '; delsp=yes' : ''}`
    : '';

const encodingOf = (header: string) =>
  /base64|quoted-printable/i.exec(contentField(header, 'content-transfer-encoding'))?.[0] ?? '8bit';

/** HTML as plain text, with limits on its depth and width. */
export const textOfHtml = (html: string): string =>
  cleanBlock(
    convert(html.slice(0, messageLimits.convertedHtmlLength), {
      wordwrap: false,
      limits: {
        maxInputLength: messageLimits.convertedHtmlLength,
        maxDepth: 100,
        maxChildNodes: 2_000,
        maxBaseElements: 1,
        ellipsis: '',
      },
      selectors: [
        { selector: 'a', options: { ignoreHref: true } },
        { selector: 'img', format: 'skip' },
        { selector: 'blockquote', format: 'blockquote', options: { trimEmptyLines: true } },
        ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
          selector,
          options: { uppercase: false },
        })),
      ],
    }),
    messageLimits.textLength,
  );
