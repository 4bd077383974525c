import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sealing } from '../../platform/crypto/sealing.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import { type MailAuth, MailFailure } from '../../platform/mail/mail-server.ts';
import { assertNoOpenTransaction } from '../../platform/transaction-guard.ts';
import { emitEvents } from '../events/emit-events.ts';
import * as store from './credentials.sql.ts';
import type { MailboxRow } from './mailbox-rows.sql.ts';
import { mailboxSealContext, tokenSealContext } from './mailbox-secrets.ts';
import {
  type OAuthClients,
  OAuthFailure,
  type OAuthProviderName,
  refreshTokens,
} from './oauth-client.ts';

interface CredentialsDeps {
  sealing: Sealing;
  db: Database;
  egress: Egress;
  oauthClients: OAuthClients;
  clock: () => Date;
}

type CredentialMailbox = Pick<
  MailboxRow,
  'id' | 'address' | 'auth' | 'secret' | 'provider' | 'smtp' | 'imap'
>;

interface AuthOptions {
  /** The server whose user name is used. */
  protocol?: 'smtp' | 'imap';
  /** A token that the mail server refused. Another one is fetched. */
  refused?: string;
}

/** A token that ends sooner is replaced, so that it lasts for the session. */
const minLifeMs = 120_000;
/** Longer than a call to the provider takes. */
const leaseMs = 30_000;
const pollMs = 100;
const maxWaitMs = 45_000;

/** Opens the credentials of mailboxes. Concurrent callers, also in other processes, share one refresh. */
export class MailboxCredentials {
  readonly #deps: CredentialsDeps;
  /** Callers in this process wait for the same look-up. */
  readonly #open = new Map<string, Promise<string>>();

  constructor(deps: CredentialsDeps) {
    this.#deps = deps;
  }

  /** Throws a MailFailure if the mailbox has no credential or the provider issues no token. */
  async of(
    workspaceId: string,
    mailbox: CredentialMailbox,
    { protocol = 'smtp', refused }: AuthOptions = {},
  ): Promise<MailAuth> {
    assertNoOpenTransaction('The credentials of a mailbox');
    const user = mailbox[protocol].user ?? mailbox.address;
    if (mailbox.auth === 'password') {
      if (mailbox.secret === null) throw new MailFailure('auth', 'The mailbox has no password.');
      const { sealing } = this.#deps;
      return {
        user,
        password: sealing.open(mailbox.secret, mailboxSealContext(workspaceId, mailbox.id)),
      };
    }
    if (refused !== undefined) await this.#drop(workspaceId, mailbox.id, refused);
    const accessToken = await this.#shared(workspaceId, mailbox);
    if (accessToken !== refused) return { user, accessToken };
    // Another caller of this process had read the refused token before it was deleted.
    return { user, accessToken: await this.#shared(workspaceId, mailbox) };
  }

  #shared(workspaceId: string, mailbox: CredentialMailbox): Promise<string> {
    const waiting = this.#open.get(mailbox.id);
    if (waiting) return waiting;
    const token = this.#accessToken(workspaceId, mailbox).finally(() =>
      this.#open.delete(mailbox.id),
    );
    this.#open.set(mailbox.id, token);
    return token;
  }

  async #accessToken(workspaceId: string, mailbox: CredentialMailbox): Promise<string> {
    const { db, clock, sealing } = this.#deps;
    const started = performance.now();
    while (performance.now() - started < maxWaitMs) {
      const at = clock();
      const stored = await db.read(workspaceId, (tx) => store.selectToken(tx, mailbox.id));
      if (!stored || stored.secret === null) throw signedOutFailure();
      const { accessToken, endsAt, leasedUntil } = stored;
      if (accessToken !== null && endsAt !== null && endsAt > endsBy(at))
        return sealing.open(accessToken, tokenSealContext(workspaceId, mailbox.id));
      if (leasedUntil === null || leasedUntil <= at) {
        const token = await this.#refresh(workspaceId, mailbox, at);
        if (token !== undefined) return token;
      }
      await sleep(pollMs);
    }
    throw new MailFailure('connect', 'The sign-in server did not issue a token in time.');
  }

  /** Undefined if another process refreshes the token. No transaction is open during the call. */
  async #refresh(
    workspaceId: string,
    mailbox: CredentialMailbox,
    at: Date,
  ): Promise<string | undefined> {
    const { db, egress, sealing, oauthClients } = this.#deps;
    const client = oauthClients[mailbox.provider as OAuthProviderName];
    if (!client)
      throw new MailFailure(
        'auth',
        `This instance has no client for ${mailbox.provider}. Ask the operator.`,
      );
    const context = mailboxSealContext(workspaceId, mailbox.id);
    const lease = { mailboxId: mailbox.id, leaseId: randomUUID(), at };
    const until = new Date(at.getTime() + leaseMs);
    const sealed = await db.transaction(workspaceId, (tx) =>
      store.acquireRefreshLease(tx, { ...lease, until, endsBy: endsBy(at) }),
    );
    if (sealed === undefined) return undefined;
    try {
      const refreshToken = sealing.open(sealed, context);
      const issued = await refreshTokens(egress, client, refreshToken);
      const { accessToken, expiresInSeconds } = issued;
      await db.transaction(workspaceId, (tx) =>
        store.storeToken(tx, lease, {
          accessToken: sealing.seal(accessToken, tokenSealContext(workspaceId, mailbox.id)),
          endsAt: new Date(at.getTime() + 1_000 * expiresInSeconds),
          secret: issued.refreshToken && sealing.seal(issued.refreshToken, context),
        }),
      );
      return accessToken;
    } catch (error) {
      if (!(error instanceof OAuthFailure)) {
        await db.transaction(workspaceId, (tx) => store.releaseRefreshLease(tx, lease));
        throw error;
      }
      const { isSignedOut, message } = error;
      await db.transaction(workspaceId, async (tx) => {
        if (isSignedOut) await endSignIn(tx, lease, message);
        else await store.releaseRefreshLease(tx, lease);
      });
      throw new MailFailure(isSignedOut ? 'auth' : 'connect', message);
    }
  }

  async #drop(workspaceId: string, mailboxId: string, refused: string): Promise<void> {
    const { db, sealing } = this.#deps;
    const stored = await db.read(workspaceId, (tx) => store.selectToken(tx, mailboxId));
    const sealed = stored?.accessToken;
    if (!sealed || sealing.open(sealed, tokenSealContext(workspaceId, mailboxId)) !== refused)
      return;
    await db.transaction(workspaceId, (tx) => store.dropToken(tx, mailboxId, sealed));
  }
}

async function endSignIn(tx: Tx, lease: store.RefreshLease, detail: string): Promise<void> {
  const address = await store.storeSignedOut(tx, lease, detail);
  if (address === undefined) return;
  const data = { mailboxId: lease.mailboxId, address, reason: 'signed_out', detail };
  emitEvents({ tx, actor: { actor: { kind: 'system', id: null }, correlationId: null } }, [
    { type: 'mailbox.failing', prospectId: null, data },
  ]);
}

const endsBy = (at: Date) => new Date(at.getTime() + minLifeMs);

const signedOutFailure = () => new MailFailure('auth', 'The mailbox is signed out. Sign in again.');
