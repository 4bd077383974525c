import { setTimeout as sleep } from 'node:timers/promises';
import { emitEvents } from '../core/events/emit-events.ts';
import { SignInRefused } from '../core/mailboxes/imap-failure.ts';
import { type ImapSession, openImapSession } from '../core/mailboxes/imap-session.ts';
import { requireMailboxAttention } from '../core/mailboxes/mailbox-health.sql.ts';
import { type MailboxRow, selectMailbox } from '../core/mailboxes/mailbox-rows.sql.ts';
import { wasInboxRead } from '../core/sending/pace-rules.ts';
import { MailFailure } from '../platform/mail/mail-server.ts';
import { inboxFolder, otherFolders, type WatchedFolder } from './folders.ts';
import { MailboxReader } from './read-mailbox.ts';
import { AnnouncementWaiter, type ConnectPace, type ReadSlots } from './read-slots.ts';
import { isLeaseHeld } from './received.sql.ts';
import { LeaseLost } from './store-batch.ts';
import type { WatchLease } from './watch.sql.ts';
import { imapConnects, type WatchDeps, type WatchTimes } from './watch-deps.ts';
import { chooseStrategy, type ReadProgress, reconnectDelayMs } from './watch-rules.ts';

interface WatchOptions {
  deps: WatchDeps;
  times: WatchTimes;
  lease: WatchLease;
  pace: ConnectPace;
  slots: ReadSlots;
  /** Called when the inbox was read to its end. */
  onInboxRead: (at: Date) => void;
}

const comparisonsADay = 24;
/** A server that announces something all the time must not keep the process busy. */
const minRoundMs = 100;

/** A connection that is used up is replaced. Messages that were stored are not read again. */
const total = { bytes: 1024 ** 3, replies: 2_000_000, ms: 24 * 60 * 60_000 };

/** Why a watch ended. After `refused`, no worker connects for a while. */
export type WatchEnd = 'closed' | 'refused' | 'attention';

/** Stays connected to one mailbox until it is closed, the lease is lost or the credential is refused. */
export class MailboxWatch {
  readonly lease: WatchLease;
  readonly ended: Promise<WatchEnd>;
  readonly #options: WatchOptions;
  readonly #closing = new AbortController();
  readonly #progress: ReadProgress = {
    ...{ strategy: 'in_batches', isComparing: false, skipped: new Set(), steps: 0 },
  };
  #session: ImapSession | undefined;
  #failures = 0;
  /** When the messages of the last days were last compared with the stored ones. */
  #comparedAt: number | undefined;
  #comparisons = 0;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.lease = options.lease;
    this.ended = this.#run();
  }

  get isConnected(): boolean {
    return this.#session !== undefined;
  }

  get isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Ends the connection at once. */
  close(): void {
    this.#closing.abort();
    this.#session?.close();
  }

  async #run(): Promise<WatchEnd> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const { steps } = this.#progress;
      try {
        await this.#connectAndFollow();
      } catch (error) {
        if (signal.aborted || error instanceof LeaseLost) break;
        if (error instanceof SignInRefused) return this.#refused(error);
        // Several messages that cannot be read must not add up to a long wait.
        this.#failures = this.#progress.steps > steps ? 1 : this.#failures + 1;
        this.#logFailure(error);
      } finally {
        this.#session?.close();
        this.#session = undefined;
      }
      const delayMs = reconnectDelayMs(Math.max(this.#failures, 1), Math.random());
      await sleep(delayMs, undefined, { signal }).catch(() => {});
    }
    return 'closed';
  }

  /** Repeated failures of a mailbox are logged once. Only the workspace sees the server's own words. */
  #logFailure(error: unknown): void {
    if (this.#failures !== 2) return;
    const { workspaceId, mailboxId } = this.lease;
    const stage = error instanceof MailFailure ? error.stage : undefined;
    const name = (error as { code?: string; name?: string }).code ?? (error as Error).name;
    this.#options.deps.log.warn(
      { workspaceId, mailboxId, stage, error: name },
      'a mailbox cannot be read',
    );
  }

  async #connectAndFollow(): Promise<void> {
    const { deps, pace } = this.#options;
    const { signal } = this.#closing;
    await pace.turn(signal);
    const { workspaceId, mailboxId } = this.lease;
    const mailbox = await deps.db.read(workspaceId, (tx) => selectMailbox(tx, mailboxId));
    if (!mailbox) throw new LeaseLost();
    // An inbox that did not count as read may have a message that another worker skipped.
    this.#comparedAt ??= wasInboxRead(mailbox, deps.clock())
      ? performance.now()
      : Number.NEGATIVE_INFINITY;
    const session = await this.#open(mailbox).catch((error: unknown) => {
      imapConnects.inc({ outcome: 'failed' });
      throw error;
    });
    imapConnects.inc({ outcome: 'connected' });
    this.#session = session;
    if (signal.aborted) return;
    await this.#follow(session, mailbox);
  }

  /** A token that was refused is replaced once. A password is not tried again. */
  async #open(mailbox: MailboxRow): Promise<ImapSession> {
    const { deps, times, pace } = this.#options;
    const { egress, credentials } = deps;
    const { workspaceId } = this.lease;
    const timeouts = { openMs: times.commandMs, idleMs: 2 * times.commandMs + times.pollMs };
    const auth = await credentials.of(workspaceId, mailbox, { protocol: 'imap' });
    try {
      return await openImapSession({ egress, server: mailbox.imap, auth, timeouts, total });
    } catch (error) {
      if (!(error instanceof SignInRefused && 'accessToken' in auth)) throw error;
      await pace.turn(this.#closing.signal);
      const renewed = await credentials.of(workspaceId, mailbox, {
        protocol: 'imap',
        refused: auth.accessToken,
      });
      return openImapSession({ egress, server: mailbox.imap, auth: renewed, timeouts, total });
    }
  }

  async #follow(session: ImapSession, mailbox: MailboxRow): Promise<void> {
    const { deps, times, slots, onInboxRead } = this.#options;
    const { commandMs } = times;
    const waiter = new AnnouncementWaiter(session, this.#closing.signal);
    const progress = this.#progress;
    const reader = new MailboxReader({
      ...{ deps, session, lease: this.lease, mailbox, progress, slots, commandMs },
      signal: this.#closing.signal,
    });
    const others = await otherFolders(session, commandMs);
    let selectedAt = Number.NEGATIVE_INFINITY;
    while (!this.#closing.signal.aborted) {
      const began = deps.clock();
      const startedAt = performance.now();
      waiter.reset();
      if (performance.now() - this.#comparedAt! >= times.compareMs) {
        // A comparison tries each skipped message once more, but not again after it fails and restarts.
        if (!progress.isComparing) progress.skipped.clear();
        progress.isComparing = true;
        for (const folder of [...others, inboxFolder]) await compareFolder(reader, folder);
        if (this.#comparisons++ % comparisonsADay === 0) await reader.forgetOld();
        progress.isComparing = false;
        this.#comparedAt = performance.now();
      }
      if (performance.now() - selectedAt >= times.statusMs) {
        for (const folder of others) await readOtherFolder(reader, folder);
        // Selecting the inbox again shows messages that the server did not announce, and a new
        // numbering.
        await reader.open(inboxFolder);
        selectedAt = performance.now();
      } else {
        await session.within({ ms: commandMs }, () => session.noop());
      }
      await reader.readNew('inbox');
      this.#failures = 0;
      progress.strategy = chooseStrategy(progress.strategy, 'nothing_left');
      if (progress.skipped.size === 0) onInboxRead(began);
      await waiter.wait(times.pollMs);
      const restMs = startedAt + minRoundMs - performance.now();
      await sleep(Math.max(restMs, 0), undefined, { signal: this.#closing.signal });
    }
  }

  async #refused(failure: MailFailure): Promise<WatchEnd> {
    const { db, clock } = this.#options.deps;
    const { workspaceId, mailboxId } = this.lease;
    const { message: detail } = failure;
    const reason = 'auth';
    const wasMarked = await db.transaction(workspaceId, async (tx) => {
      // Another worker may hold the lease now, with a new credential.
      if (!(await isLeaseHeld(tx, this.lease))) return false;
      const address = await requireMailboxAttention(tx, { mailboxId, reason, detail, at: clock() });
      if (address === undefined) return false;
      const data = { mailboxId, address, reason, detail };
      emitEvents({ tx, actor: system }, [{ type: 'mailbox.failing', prospectId: null, data }]);
      return true;
    });
    return wasMarked ? 'attention' : 'refused';
  }
}

const system = { actor: { kind: 'system', id: null }, correlationId: null } as const;

async function readOtherFolder(reader: MailboxReader, folder: WatchedFolder): Promise<void> {
  if (!(await reader.hasNew(folder))) return;
  await reader.open(folder);
  await reader.readNew(folder.role);
}

/** Reads new messages first, because a comparison moves the folder past the messages that it reads. */
async function compareFolder(reader: MailboxReader, folder: WatchedFolder): Promise<void> {
  await reader.open(folder);
  await reader.readNew(folder.role);
  await reader.compare(folder.role);
}
