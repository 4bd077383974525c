import type { DeliveryStatus, ParsedMessage } from './message.ts';
import type { PhrasePatterns } from './phrase-patterns.ts';

type StatusFields = Map<string, string>;

const maxFields = 2_000;
const deliveryActions = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const;

/**
 * The recipients of a delivery notice (RFC 3464). Many servers write careless notices: types are
 * missing, or no empty line separates the message from a recipient or two recipients.
 */
export function readDeliveryStatus(text: string, maxRecipients: number): DeliveryStatus[] {
  const found = fieldGroups(text).flatMap(toDeliveryStatuses);
  return found.slice(0, maxRecipients);
}

/** Groups of fields. A group ends at an empty line or at the next recipient. */
function fieldGroups(text: string): StatusFields[] {
  const groups: StatusFields[] = [new Map()];
  let name = '';
  for (const line of text.split('\n', maxFields)) {
    const current = groups.at(-1)!;
    const field = /^\s{0,3}([A-Za-z][A-Za-z-]{2,40})\s*:(.*)/.exec(line);
    if (line.trim() === '') {
      if (current.size > 0) groups.push(new Map());
    } else if (
      /^[ \t]/.test(line) &&
      name !== '' &&
      !(field && knownFields.has(field[1]!.toLowerCase()))
    ) {
      current.set(name, `${current.get(name) ?? ''} ${line.trim()}`.slice(0, 2_000));
    } else if (field) {
      name = field[1]!.toLowerCase();
      const next = name === 'final-recipient' && current.has(name) ? new Map() : current;
      if (next !== current) groups.push(next);
      if (!next.has(name)) next.set(name, field[2]!.trim().slice(0, 2_000));
    }
  }
  return groups;
}

const knownFields = new Set([
  'original-recipient',
  'final-recipient',
  'x-actual-recipient',
  'action',
  'status',
  'remote-mta',
  'diagnostic-code',
  'last-attempt-date',
]);

function toDeliveryStatuses(fields: StatusFields): DeliveryStatus[] {
  const final =
    addressIn(fields.get('final-recipient')) ?? addressIn(fields.get('x-actual-recipient'));
  const original = addressIn(fields.get('original-recipient'));
  const status = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(fields.get('status') ?? '')?.[1] ?? null;
  const named = fields.has('final-recipient') || fields.has('original-recipient');
  if (!named && !(fields.has('action') && status !== null)) return [];
  const diagnostic = fields.get('diagnostic-code')?.replace(/^\s*[\w-]{1,20}\s*;\s*/, '') || null;
  const recipient = final ?? original ?? '';
  return [
    {
      recipient,
      ...(original !== null && original !== recipient && { originalRecipient: original }),
      action: actionOf(fields.get('action'), status),
      status,
      diagnostic,
    },
  ];
}

function actionOf(value: string | undefined, status: string | null): DeliveryStatus['action'] {
  const word = /[a-z]+/.exec((value ?? '').toLowerCase())?.[0] ?? '';
  const action = deliveryActions.find((each) => word.startsWith(each.slice(0, 4)));
  if (action) return action;
  if (word.startsWith('expir')) return 'failed';
  if (status?.startsWith('2')) return 'delivered';
  return status?.startsWith('4') ? 'delayed' : 'failed';
}

/** "rfc822;bob@acme.com", "<bob@acme.com>", "bob@acme.com (Bob)". */
function addressIn(value: string | undefined): string | null {
  const text = (value ?? '').replace(/^\s*[\w/-]{1,20}\s*;\s*/, '').slice(0, 500);
  return addressesIn(text)[0] ?? null;
}

const addressPattern =
  /(?<![\w.!#$%&'*+/=?^`{|}~-])[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62}\.){0,10}[\p{L}\p{N}-]{1,63}(?![\w@])/gu;

/** Email addresses in a text, in lower case, each once. */
export function addressesIn(text: string): string[] {
  const found = [...text.matchAll(addressPattern)].map(([address]) =>
    address
      .toLowerCase()
      .replace(/^(?:mailto|rfc822|smtp|to)[:=;]/, '')
      .replace(/^['`]|-+$/g, ''),
  );
  return [...new Set(found)].filter(
    (address) => /@.+\.[\p{L}\p{N}-]{2,}$/u.test(address) && /^[^@]*[\p{L}\p{N}]/u.test(address),
  );
}

const maxRecipients = 50;
const maxLines = 2_000;

/** The text of a notice, without the message that it returns. */
export function noticeOf(text: string, { returnedStart }: PhrasePatterns): string {
  const bounded = text.slice(0, 32_768);
  const start = returnedStart.exec(bounded);
  const notice = start ? bounded.slice(0, start.index) : bounded;
  return (notice.trim().length >= 20 ? notice : bounded).slice(0, 16_384);
}

/** The recipients that a notice in plain text is about. */
export function recipientsIn(
  message: ParsedMessage,
  notice: string,
  ours: ReadonlySet<string>,
  { mailerName, operatorName }: PhrasePatterns,
): string[] {
  const failed = addressesIn(message.headers['x-failed-recipients'] ?? '');
  if (failed.length > 0) return failed.slice(0, maxRecipients);
  const from = message.from?.address ?? '';
  const isMailer = (local: string) => mailerName.test(local) || operatorName.test(local);
  const isOther = (address: string) =>
    address !== from && !ours.has(address) && !isMailer(address.split('@')[0]!);
  const senders = new Set(message.to.map(({ address }) => address));
  const found = addressesAbout(
    notice,
    message.originalRecipients ?? [],
    (address) => isOther(address) && !senders.has(address),
  );
  // If a person wrote to their own address, the sender is the recipient.
  return found.length > 0
    ? found
    : addressesAbout(notice, message.originalRecipients ?? [], isOther);
}

/** The addresses that the notice names, or the recipients of the returned message if it names none. */
function addressesAbout(
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
 * The lines of a notice about each recipient: they start with a line that names the recipient and end
 * before a line that names another.
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
