import { isDeepStrictEqual } from 'node:util';
import type { ManageResult } from '@outcrop/contract';
import { z } from 'zod';
import { recordAudit } from '../core/audit/record-audit.ts';
import { mailboxSealContext, tokenSealContext } from '../core/mailboxes/mailbox-secrets.ts';
import {
  exchangeCode,
  newVerifier,
  type OAuthClients,
  OAuthFailure,
  signInUrl,
} from '../core/mailboxes/oauth-client.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Caller } from '../platform/caller.ts';
import type { Sealing } from '../platform/crypto/sealing.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { fieldError } from '../platform/error.ts';
import type { PublicOrigin } from '../platform/http/public-origin.ts';
import { forgetServer, type StoredMailbox, storeSignIn } from './mailboxes.sql.ts';
import { requireEditable, requireVisibleMailbox } from './manage-mailboxes.ts';

export interface MailboxSignInDeps {
  sealing: Sealing;
  egress: Egress;
  origin: PublicOrigin;
  oauthClients: OAuthClients;
}

const signInMs = 15 * 60_000;

/** Returns the provider's page. Nothing is stored: the state holds all that the second part needs. */
export async function postMailboxSignIn({
  params,
  body: { provider },
  caller,
  tx,
  deps,
}: ManageCall<'postMailboxSignIn', MailboxSignInDeps>): Promise<ManageResult<'postMailboxSignIn'>> {
  const mailbox = await requireEditableMailbox(tx, caller, params.mailboxId);
  const client = deps.oauthClients[provider];
  if (!client) throw fieldError('provider', noClient);
  const expiresAt = Date.now() + signInMs;
  const verifier = newVerifier();
  const content = { mailboxId: mailbox.id, userId: caller.userId, provider, verifier, expiresAt };
  const url = await signInUrl(client, {
    redirectUri: redirectUriOf(deps.origin),
    state: sealState(deps.sealing, tx.workspaceId, content),
    verifier,
    address: mailbox.address,
  });
  return { url, expiresAt: new Date(expiresAt).toISOString() };
}

export async function postMailboxesSignIn(
  call: ManageCall<'postMailboxesSignIn', MailboxSignInDeps>,
): Promise<ManageResult<'postMailboxesSignIn'>> {
  const { body, caller, actor, read, commit, deps } = call;
  const { sealing, egress, origin, oauthClients } = deps;
  const { userId } = caller;
  const at = new Date();
  const { workspaceId } = caller;
  const state = openState(sealing, { workspaceId, userId, at }, body.state);
  // Thrown in a transaction, so that a repeated request gets its first response instead.
  const refuse = async (field: 'state' | 'code', message: string) =>
    (
      await commit(async () => {
        throw fieldError(field, message);
      })
    ).data;
  if (!state) return refuse('state', 'This sign-in is not valid or has expired. Start again.');
  const { mailboxId, provider, verifier } = state;
  await read((tx) => requireEditableMailbox(tx, caller, mailboxId));
  const client = oauthClients[provider];
  if (!client) return refuse('state', noClient);
  const grant = { code: body.code, redirectUri: redirectUriOf(origin), verifier };
  const issued = await exchangeCode(egress, client, grant).catch((error: unknown) => {
    if (error instanceof OAuthFailure) return error;
    throw error;
  });
  if (issued instanceof OAuthFailure) return refuse('code', refusal(issued));
  const { accessToken, refreshToken, expiresInSeconds } = issued;
  if (refreshToken === null)
    return refuse('code', 'The provider issued no refresh token. Start again.');
  const { data } = await commit(async (tx) => {
    const before = await requireEditableMailbox(tx, caller, mailboxId);
    const { smtp, imap } = client;
    const { user: _, ...server } = before.imap;
    if (!isDeepStrictEqual({ ...server }, { ...imap })) forgetServer(tx, mailboxId);
    await storeSignIn(tx, {
      mailboxId,
      provider,
      ...{ smtp, imap },
      secret: sealing.seal(refreshToken, mailboxSealContext(workspaceId, mailboxId)),
      accessToken: sealing.seal(accessToken, tokenSealContext(workspaceId, mailboxId)),
      endsAt: new Date(at.getTime() + 1_000 * expiresInSeconds),
      at,
    });
    recordAudit(
      { tx, actor },
      { action: 'mailbox.signed_in', target: mailboxId, detail: { provider } },
    );
    return { mailboxId };
  });
  return data;
}

async function requireEditableMailbox(tx: Tx, caller: Caller, id: string): Promise<StoredMailbox> {
  const mailbox = await requireVisibleMailbox(tx, caller, id);
  requireEditable(caller, mailbox);
  return mailbox;
}

const redirectUriOf = (origin: PublicOrigin) => origin.page('mailboxes/connected');

const refusal = ({ isSignedOut, message }: OAuthFailure): string =>
  isSignedOut ? 'The provider no longer accepts this code. Start again.' : message;

const noClient = 'This instance has no client for this provider. Ask the operator.';

const stateSchema = z.object({
  mailboxId: z.string(),
  userId: z.string(),
  provider: z.enum(['google', 'microsoft', 'custom']),
  verifier: z.string(),
  expiresAt: z.number(),
});
export type SignInState = z.output<typeof stateSchema>;

const contextOf = (workspaceId: string) => ({ workspaceId, purpose: 'mailbox sign-in' });

/** Encrypted, because it passes through the browser and the provider and holds the PKCE verifier. */
export const sealState = (sealing: Sealing, workspaceId: string, state: SignInState): string =>
  sealing.seal(JSON.stringify(state), contextOf(workspaceId));

/** Undefined if the state was changed, has expired, or belongs to another workspace or user. */
function openState(
  sealing: Sealing,
  { workspaceId, userId, at }: { workspaceId: string; userId: string; at: Date },
  sealed: string,
): SignInState | undefined {
  try {
    const state = stateSchema.parse(JSON.parse(sealing.open(sealed, contextOf(workspaceId))));
    return state.userId === userId && state.expiresAt > at.getTime() ? state : undefined;
  } catch {
    return undefined;
  }
}
