/** The server had not yet been asked about the recipient. */
const beforeRecipient =
  /(?:after|in reply to|in response to|reply to|following)(?: the| pipelined| sending)? (?:mail from|helo|ehlo|initial connection|connect|starttls|auth)\b/i;

const maxAnswer = 4_000;
const emailPattern =
  /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62}\.){0,8}[\p{L}\p{N}-]{0,62}/gu;
const hostPattern =
  /(?<![\w.-])(?!(?:resolver|storedrv|transport|routing|queue|smtpsend|agent|owner)\.)(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?![\w.-])/g;
const urlPattern = /\b(?:https?:\/\/|www\.)[^\s<>"']{1,500}/g;
const listNames =
  /spamhaus|spamcop|sorbs|barracudacentral|uceprotect|abuseat|dnsbl|\brbl\b|blacklist|mailspike|surbl/;

/**
 * What a server said, as words: lower case, without punctuation, "@" for addresses and "#" for hosts,
 * so that names of addresses, hosts and pages are not taken for reasons. Addresses and domains of the
 * sender are "sender".
 */
export function plainAnswer(text: string, senders: readonly string[] = []): string {
  const lower = text
    .slice(0, maxAnswer)
    .toLowerCase()
    .replaceAll(/[’‘`´]/g, "'");
  return lower
    .replaceAll(/\((?:in reply to [^()\n]{1,60}|delivery attempts: \d{1,5})\)/g, ' ')
    .replaceAll(/(?<![\w-])[a-z_-]{2,20}=[^\s,;)]{1,200}/g, ' ')
    .replaceAll(urlPattern, (url) => (listNames.test(url) ? ' blocklist ' : ' '))
    .replaceAll(emailPattern, (address) => (isOf(address, senders) ? ' sender ' : ' @ '))
    .replaceAll(/<[^<>\s@[\]]{1,64}>/g, ' @ ')
    .replaceAll(hostPattern, (host) =>
      listNames.test(host) ? ' blocklist ' : isOf(host, senders) ? ' sender ' : ' # ',
    )
    .replaceAll(
      /\breturn(?:ed|ing)?(?: (?:the|your|this))?(?: mail| message)? to (?:the )?(?:sender|originator)\b/g,
      ' ',
    )
    .replaceAll(/[.]{2,}|[<>"()[\]{}|*=_“”„«»]/g, ' ')
    .replaceAll(/([.;!?])(?=\s|$)/g, ' . ')
    .replaceAll(/[:,]/g, (mark) => (mark === ':' ? ' : ' : ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const isOf = (address: string, senders: readonly string[]) =>
  senders.some((sender) => sender !== '' && address.replace(/[.]+$/, '') === sender);

export const isBeforeRecipient = (text: string): boolean =>
  beforeRecipient.test(text.slice(0, maxAnswer).replaceAll(/\s+/g, ' '));

const reply =
  /(?:^|[\s>:;([{"'#=,-])(?:[45]\d\d(?=[\s\-:;,.\])}#]|$)|#?[45]\.[0-7]\.\d{1,3}(?!\d|\.\d))/;
/** A line that is no part of the answer before it. */
const nextStep = /^\s*(?:>>>|-->|---|===|\*\*\*|\w[\w-]{2,30}:\s|$)/;
const maxAnswers = 10;

/** Answers of servers in a notice: each from its code to the end of its paragraph. */
export function answersIn(notice: string): string {
  const lines = notice.slice(0, 16_384).split('\n', 500);
  const found: string[] = [];
  for (let at = 0; at < lines.length && found.length < maxAnswers; at++) {
    const start = reply.exec(lines[at]!.slice(0, 2_000));
    if (!start) continue;
    const answer = [lines[at]!.slice(start.index, 2_000)];
    while (answer.length < 6 && at + 1 < lines.length && !nextStep.test(lines[at + 1]!))
      answer.push(lines[++at]!.slice(0, 500).trim());
    found.push(answer.join(' '));
  }
  return found.join(' . ').slice(0, maxAnswer);
}
