import type { DeliveryStatus } from './message.ts';

type Fields = Map<string, string>;

const maxFields = 2_000;
const actions = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const;

/**
 * The recipients of a notice of delivery (RFC 3464). Many servers write it carelessly: types are
 * missing, fields of the message and of a recipient are not separated, or recipients are not.
 */
export function readDeliveryStatus(text: string, maxRecipients: number): DeliveryStatus[] {
  const found = fieldGroups(text).flatMap(toStatus);
  return found.slice(0, maxRecipients);
}

/** Fields, separated where a line is empty or where a recipient follows another. */
function fieldGroups(text: string): Fields[] {
  const groups: Fields[] = [new Map()];
  let name = '';
  for (const line of text.split('\n', maxFields)) {
    const current = groups.at(-1)!;
    const field = /^\s{0,3}([A-Za-z][A-Za-z-]{2,40})\s*:(.*)/.exec(line);
    if (line.trim() === '') {
      if (current.size > 0) groups.push(new Map());
    } else if (
      /^[ \t]/.test(line) &&
      name !== '' &&
      !(field && known.has(field[1]!.toLowerCase()))
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

const known = new Set([
  'original-recipient',
  'final-recipient',
  'x-actual-recipient',
  'action',
  'status',
  'remote-mta',
  'diagnostic-code',
  'last-attempt-date',
]);

function toStatus(fields: Fields): DeliveryStatus[] {
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
  const action = actions.find((each) => word.startsWith(each.slice(0, 4)));
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
