import type { SmtpReply } from './mail-server.ts';

const maxTextLength = 500;

/** Reads a reply of one or more lines. Null if it is not one. */
export function parseReply(response: string): SmtpReply | null {
  const lines = response.slice(0, 4 * maxTextLength).split(/\r?\n/, 20);
  const code = /^([2-5]\d\d)(?:[ -]|$)/.exec(lines[0]!)?.[1];
  if (code === undefined) return null;
  const texts = lines.map((line) => line.replace(/^\d{3}[ -]?/, ''));
  const enhanced = /^([245]\.\d{1,3}\.\d{1,3})(?: |$)/.exec(texts[0]!)?.[1] ?? null;
  const text = texts
    .map((each) =>
      enhanced !== null && each.startsWith(enhanced) ? each.slice(enhanced.length) : each,
    )
    .map((each) => printable(each).trim())
    .filter((each) => each !== '')
    .join(' ');
  return { code: Number(code), enhanced, text: text.slice(0, maxTextLength) };
}

/** As the server sent it, on one line. */
export const replyText = ({ code, enhanced, text }: SmtpReply): string =>
  [code, enhanced, text].filter((part) => part !== null && part !== '').join(' ');

const printable = (text: string): string => text.replace(/\p{Cc}/gu, ' ').toWellFormed();

/** A server that repeats a credential in its reply must not bring it into the log. */
export function withoutSecrets(text: string, secrets: string[]): string {
  return secrets.reduce(
    (clean, secret) => (secret === '' ? clean : clean.replaceAll(secret, '…')),
    text,
  );
}
