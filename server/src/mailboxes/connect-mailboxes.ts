import { randomUUIDv7 } from 'node:crypto';
import { type ManageBody, maxPerWorkspace, type WrittenServer } from '@outcrop/contract';
import { storedEmail } from '@outcrop/contract/identity';
import { mailboxSealContext } from '../core/mailboxes/mailbox-secrets.ts';
import { requireLockedMember } from '../core/workspaces/require-member.ts';
import type { Sealing } from '../platform/crypto/sealing.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { insertMailboxes, lockAddresses, type NewMailbox } from './mailboxes.sql.ts';

/** The settings of a mailbox as sent by a caller. */
export type WrittenMailbox = Omit<ManageBody<'postMailboxes'>, 'shared'>;

export type ConnectOutcome = { id: string } | { refused: 'already_connected' | 'limit_reached' };

interface ConnectInput {
  tx: Tx;
  sealing: Sealing;
  ownerId: string;
  shared: boolean;
  /** With different addresses. */
  mailboxes: WrittenMailbox[];
  at: Date;
}

/** Stores mailboxes with their sealed passwords, and returns an outcome for each. */
export async function connectMailboxes(input: ConnectInput): Promise<ConnectOutcome[]> {
  const { tx, mailboxes } = input;
  await requireLockedMember(tx, input.ownerId);
  const addresses = mailboxes.map(({ address }) => storedEmail(address));
  const { count, taken } = await lockAddresses(tx, addresses);
  const free = mailboxes.filter((_, index) => !taken.has(addresses[index]!));
  const added = free.slice(0, Math.max(maxPerWorkspace.mailbox - count, 0));
  const rows = new Map(added.map((mailbox) => [mailbox, toRow(input, mailbox)]));
  insertMailboxes(tx, [...rows.values()], input.at);
  return mailboxes.map((mailbox, index) => {
    const row = rows.get(mailbox);
    if (row) return { id: row.id };
    return { refused: taken.has(addresses[index]!) ? 'already_connected' : 'limit_reached' };
  });
}

const defaults = {
  dailyLimit: 30,
  gap: { fromSeconds: 540, toSeconds: 840 },
  timeZone: 'UTC',
  windows: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
};

function toRow(
  { tx, sealing, ownerId, shared }: ConnectInput,
  mailbox: WrittenMailbox,
): NewMailbox {
  const id = randomUUIDv7();
  const { fromSeconds, toSeconds } = mailbox.gap ?? defaults.gap;
  const address = storedEmail(mailbox.address);
  return {
    id,
    ownerId,
    shared,
    address,
    name: mailbox.name ?? '',
    secret:
      mailbox.password === undefined
        ? null
        : sealing.seal(mailbox.password, mailboxSealContext(tx.workspaceId, id)),
    smtp: withUser(mailbox.smtp, address),
    imap: withUser(mailbox.imap, address),
    dailyLimit: mailbox.dailyLimit ?? defaults.dailyLimit,
    gapFromSeconds: fromSeconds,
    gapToSeconds: toSeconds,
    rampStart: mailbox.rampUp?.start ?? null,
    rampStep: mailbox.rampUp?.step ?? null,
    zone: mailbox.timeZone ?? defaults.timeZone,
    windows: mailbox.windows ?? defaults.windows,
  };
}

/** The accounts that a mailbox signs in to. */
export const mailAccountsOf = ({ address, smtp, imap }: WrittenMailbox) =>
  [smtp, imap].map((server) => withUser(server, storedEmail(address)));

export const withUser = ({ host, port, security, user }: WrittenServer, address: string) => ({
  host,
  port,
  security,
  user: user ?? address,
});

/** Problems of servers that their schema cannot find, by the field of the server. */
export const serverProblems = (
  egress: Egress,
  servers: { smtp?: WrittenServer | undefined; imap?: WrittenServer | undefined },
): { path: [string, string]; message: string }[] =>
  (['smtp', 'imap'] as const).flatMap((kind) => {
    const server = servers[kind];
    if (!server) return [];
    const { host, port, security } = server;
    const problems = {
      host: egress.hostProblem(host, security !== 'none'),
      port: egress.portProblem(host, port),
    };
    return Object.entries(problems).flatMap(([field, problem]) =>
      problem === undefined
        ? []
        : [{ path: [kind, field], message: `cannot be used: ${problem.replace(/\.$/, '')}` }],
    );
  });
