import { addressesIn } from './delivery-status-rules.ts';
import type { ParsedMessage } from './message.ts';
import type { Phrases } from './phrases.ts';

const maxRecipients = 50;
const maxLines = 2_000;

/** The text of a notice, without the message that it returns. */
export function noticeOf(text: string, { returnedStart }: Phrases): string {
  const bounded = text.slice(0, 32_768);
  const start = returnedStart.exec(bounded);
  const notice = start ? bounded.slice(0, start.index) : bounded;
  return (notice.trim().length >= 20 ? notice : bounded).slice(0, 16_384);
}

/** Whom a notice in plain text is about. */
export function recipientsIn(
  message: ParsedMessage,
  notice: string,
  ours: ReadonlySet<string>,
  { mailerName, operatorName }: Phrases,
): string[] {
  const failed = addressesIn(message.headers['x-failed-recipients'] ?? '');
  if (failed.length > 0) return failed.slice(0, maxRecipients);
  const from = message.from?.address ?? '';
  const isMailer = (local: string) => mailerName.test(local) || operatorName.test(local);
  const isOther = (address: string) =>
    address !== from && !ours.has(address) && !isMailer(address.split('@')[0]!);
  const senders = new Set(message.to.map(({ address }) => address));
  const found = namedIn(
    notice,
    message.originalRecipients ?? [],
    (address) => isOther(address) && !senders.has(address),
  );
  // Someone who wrote to their own address is sender and recipient.
  return found.length > 0 ? found : namedIn(notice, message.originalRecipients ?? [], isOther);
}

/** Those that the notice names; those of the returned message if it names none. */
function namedIn(
  notice: string,
  originals: string[],
  isWanted: (address: string) => boolean,
): string[] {
  const named = addressesIn(notice).filter(isWanted);
  const returned = originals.filter(isWanted);
  const inCommands = addressesIn(
    [...notice.matchAll(/RCPT TO: ?<?([^\s<>]{3,200})/gi)].map(([, to]) => to).join(' '),
  ).filter(isWanted);
  const leading = [...notice.matchAll(leadingAddress)]
    .flatMap(([, to]) => addressesIn(to!))
    .filter(isWanted);
  const both = named.filter((address) => returned.includes(address));
  const found = [
    [...both, ...(inCommands.length > 0 ? inCommands : leading)],
    named,
    returned,
  ].find((each) => each.length > 0);
  return [...new Set(found)].slice(0, maxRecipients);
}

/** An address at the start of a line, perhaps after "Recipient:". */
const leadingAddress =
  /^[ \t]*(?:(?:recipient|to|addressed to|rcpt to|final-recipient|recipient address|failed recipient|address)[^:\n]{0,20}:[ \t]*)?(?:rfc822;)?[<"'(]?([^\s<>"',;]{1,64}@[^\s<>"',;]{3,200})/gim;

/**
 * What a notice says about each of several recipients: the lines from one that names it to one that
 * names another.
 */
export function segmentsOf(notice: string, recipients: string[]): (recipient: string) => string {
  if (recipients.length < 2) return () => notice;
  const lines = new Map<string, string[]>(recipients.map((recipient) => [recipient, []]));
  let about: string[] = [];
  for (const line of notice.split('\n', maxLines)) {
    const named = addressesIn(line.slice(0, 500)).filter((address) => lines.has(address));
    if (named.length > 0) about = named;
    for (const recipient of about) lines.get(recipient)!.push(line);
  }
  return (recipient) => lines.get(recipient)?.join('\n') || notice;
}
