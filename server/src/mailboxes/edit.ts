import { isDeepStrictEqual } from 'node:util';
import type { ManageBody } from '@outcrop/contract';
import { mailboxSealContext } from '../core/mailboxes/secrets.ts';
import type { Sealing } from '../platform/crypto/sealing.ts';
import { invalid } from '../platform/error.ts';
import { withUser } from './connect.ts';
import { healthAfter } from './mailbox-rules.ts';
import type { StoredMailbox } from './mailboxes.sql.ts';

interface EditContext {
  sealing: Sealing;
  workspaceId: string;
  at: Date;
}

/** The mailbox after an edit, and the names of the fields that changed. */
export function edited(
  before: StoredMailbox,
  body: ManageBody<'patchMailbox'>,
  { sealing, workspaceId, at }: EditContext,
): { mailbox: StoredMailbox; fields: string[] } {
  const { password, rampUp = rampUpOf(before) } = body;
  const settings = {
    name: body.name === undefined ? before.name : (body.name ?? ''),
    smtp: body.smtp ? withUser(body.smtp, before.address) : before.smtp,
    imap: body.imap ? withUser(body.imap, before.address) : before.imap,
    dailyLimit: body.dailyLimit ?? before.dailyLimit,
    gapFromSeconds: body.gap?.fromSeconds ?? before.gapFromSeconds,
    gapToSeconds: body.gap?.toSeconds ?? before.gapToSeconds,
    rampStart: rampUp?.start ?? null,
    rampStep: rampUp?.step ?? null,
    zone: body.timeZone ?? before.zone,
    windows: body.windows ?? before.windows,
    shared: body.shared ?? before.shared,
  };
  const changed = Object.entries(settings)
    .filter(([field, value]) => !isDeepStrictEqual(value, before[field as keyof typeof settings]))
    .map(([field]) => fieldNames[field] ?? field);
  const isMoved = changed.includes('smtp') || changed.includes('imap');
  if (before.auth === 'oauth') requireOauthSettings(isMoved, password);
  // A password goes only to servers that were entered together with it.
  if (isMoved && password === undefined && before.secret !== null)
    throw invalid('password', 'is required when a server changes');
  const needsTest = isMoved || password !== undefined;
  const { paused } = body;
  const isSwitched = paused !== undefined && paused !== (before.status === 'paused');
  const fields = [
    ...new Set([
      ...changed,
      ...(password === undefined ? [] : ['password']),
      ...(isSwitched ? ['paused'] : []),
    ]),
  ];
  if (fields.length === 0) return { mailbox: before, fields };
  const mailbox = {
    ...before,
    ...settings,
    ...(password !== undefined && {
      secret: sealing.seal(password, mailboxSealContext(workspaceId, before.id)),
    }),
    ...healthAfter(before, { paused, needsTest }, at),
  };
  return { mailbox, fields };
}

/** Columns whose field in the API has another name. */
const fieldNames: Record<string, string> = {
  gapFromSeconds: 'gap',
  gapToSeconds: 'gap',
  rampStart: 'rampUp',
  rampStep: 'rampUp',
  zone: 'timeZone',
};

const rampUpOf = ({ rampStart, rampStep }: StoredMailbox) =>
  rampStart === null || rampStep === null ? null : { start: rampStart, step: rampStep };

function requireOauthSettings(isMoved: boolean, password: string | undefined): void {
  if (isMoved) throw invalid('smtp', 'and imap are set by the provider of this mailbox');
  if (password !== undefined)
    throw invalid('password', 'is not used: the mailbox signs in with its provider');
}
