import type { ImapSession } from '../core/mailboxes/imap-session.ts';
import type { FolderRole, ReceivedMessage, ReceivingMailbox } from '../core/receiving/message.ts';
import { ApiError } from '../platform/error.ts';
import { fetchHeads, fetchTexts, type MessageHead, slicesOf } from './fetch-messages.ts';
import { firstUidSince, listUids, type WatchedFolder } from './folders.ts';
import type { ReadSlots } from './read-slots.ts';
import * as store from './received.sql.ts';
import { LeaseLost, storeBatch } from './store-batch.ts';
import type { WatchLease } from './watch.sql.ts';
import { messagesSkipped, type WatchDeps } from './watch-deps.ts';
import {
  chooseStrategy,
  comparedDays,
  daysBefore,
  keptHashDays,
  newFolderDays,
  type ReadProgress,
  type ReadResult,
  renumberedFolderDays,
} from './watch-rules.ts';

interface ReaderOptions {
  deps: WatchDeps;
  session: ImapSession;
  lease: WatchLease;
  mailbox: ReceivingMailbox;
  progress: ReadProgress;
  slots: ReadSlots;
  commandMs: number;
  signal: AbortSignal;
}

const batchSize = 50;

/** Reads the folders of a mailbox on one connection. */
export class MailboxReader {
  readonly #options: ReaderOptions;
  readonly #states = new Map<FolderRole, store.FolderState>();

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** Selects a folder, and detects whether the server numbered its messages anew. */
  async open({ role, path }: WatchedFolder): Promise<void> {
    const { deps, session, lease, commandMs } = this.#options;
    const opened = await session.within({ ms: commandMs }, () =>
      session.mailboxOpen(path, { readOnly: true }),
    );
    const uidValidity = String(opened.uidValidity);
    const state =
      this.#states.get(role) ??
      (await deps.db.read(lease.workspaceId, (tx) =>
        store.selectFolder(tx, lease.mailboxId, role),
      ));
    if (state?.uidValidity === uidValidity && state.path === path) {
      this.#states.set(role, state);
      return;
    }
    const days = state ? renumberedFolderDays : newFolderDays;
    // One day more, because the server's day may have begun earlier.
    const since = daysBefore(deps.clock(), days + 1);
    const first = await firstUidSince(session, since, commandMs);
    const started = { path, uidValidity, lastUid: first - 1 };
    await deps.db.transaction(lease.workspaceId, async (tx) => {
      if (!(await store.isLeaseHeld(tx, lease))) throw new LeaseLost();
      await store.startFolder(tx, lease.mailboxId, role, started);
    });
    this.#states.set(role, started);
  }

  /** Reads the selected folder until nothing new is left. */
  async readNew(role: FolderRole): Promise<void> {
    const { session, commandMs } = this.#options;
    const state = this.#states.get(role)!;
    for (;;) {
      const uids = await listUids(session, state.lastUid + 1, commandMs);
      if (uids.length === 0) break;
      await this.#readAll(role, uids);
    }
  }

  /** Whether the folder has messages that were not read, without selecting it. */
  async hasNew({ role, path }: WatchedFolder): Promise<boolean> {
    const { session, commandMs } = this.#options;
    const status = await session.within({ ms: commandMs }, () =>
      session.status(path, { uidNext: true, uidValidity: true }),
    );
    const state = this.#states.get(role);
    return (
      !status ||
      !state ||
      String(status.uidValidity) !== state.uidValidity ||
      (status.uidNext ?? Number.POSITIVE_INFINITY) > state.lastUid + 1
    );
  }

  /** Looks in the last days of the selected folder for messages that were not stored. */
  async compare(role: FolderRole): Promise<void> {
    const { deps, session, lease, progress, slots, commandMs } = this.#options;
    const first = await firstUidSince(session, daysBefore(deps.clock(), comparedDays), commandMs);
    const uids = await listUids(session, first, commandMs);
    for (let at = 0; at < uids.length; at += batchSize) {
      const batch = uids.slice(at, at + batchSize);
      // Without structures, because one that is unreadable would end each comparison.
      const unknown = await slots.use(lease.workspaceId, async () =>
        this.#unknown(role, await fetchHeads(session, batch, { commandMs, isPlain: true })),
      );
      const missing = unknown.map(({ uid }) => uid);
      await this.#readAll(
        role,
        missing.filter((uid) => !progress.skipped.has(this.#keyOf(role, uid))),
      );
    }
  }

  /** Deletes hashes that no reading of a folder needs any more. */
  async forgetOld(): Promise<void> {
    const { deps, lease } = this.#options;
    const before = daysBefore(deps.clock(), keptHashDays);
    await deps.db.transaction(lease.workspaceId, (tx) =>
      store.deleteReceivedHashes(tx, lease.mailboxId, before),
    );
  }

  #keyOf(role: FolderRole, uid: number): string {
    return `${role} ${this.#states.get(role)!.uidValidity} ${uid}`;
  }

  async #unknown(role: FolderRole, heads: MessageHead[]): Promise<MessageHead[]> {
    const { deps, lease } = this.#options;
    const knownHashes = await deps.db.read(lease.workspaceId, (tx) =>
      store.selectKnownHashes(
        tx,
        lease.mailboxId,
        role,
        heads.map(({ hash }) => hash),
      ),
    );
    return heads.filter(({ hash }) => !knownHashes.has(hash.toString('hex')));
  }

  async #readAll(role: FolderRole, uids: number[]): Promise<void> {
    const { progress, slots, lease } = this.#options;
    for (let at = 0; at < uids.length; ) {
      const batch = uids.slice(at, at + (progress.strategy === 'in_batches' ? batchSize : 1));
      await slots.use(lease.workspaceId, () => this.#readBatch(role, batch));
      at += batch.length;
    }
  }

  async #readBatch(role: FolderRole, uids: number[]): Promise<void> {
    const { session, progress, commandMs } = this.#options;
    const lastUid = uids.at(-1)!;
    if (progress.strategy === 'skip_next') return this.#skip(role, lastUid);
    const isPlain = progress.strategy === 'without_structure';
    const heads = await this.#tried('not_fetched', () =>
      fetchHeads(session, uids, { commandMs, isPlain }),
    );
    const unknown = await this.#unknown(role, heads);
    for (const slice of slicesOf(unknown)) await this.#readSlice(role, slice);
    if (unknown.length === 0 || unknown.at(-1)!.uid < lastUid) await this.#store(role, lastUid, []);
    progress.strategy = chooseStrategy(progress.strategy, 'stored');
  }

  /** From the server to the database: fetch, parse, store. */
  async #readSlice(role: FolderRole, heads: MessageHead[]): Promise<void> {
    const { deps, session, lease, mailbox, commandMs, signal } = this.#options;
    const { workspaceId } = lease;
    const fetched = await this.#tried('not_fetched', () =>
      fetchTexts(session, role, heads, { commandMs }),
    );
    await this.#tried('not_stored', async () => {
      const messages = await Promise.all(
        fetched.map(async ({ hash, ...message }) => ({
          hash,
          received: {
            fetched: message,
            ...(await deps.parser.parse({ ...mailbox, workspaceId }, message.source, signal)),
          },
        })),
      );
      await this.#store(role, heads.at(-1)!.uid, messages);
    });
  }

  /** Stores messages and moves the folder on. */
  async #store(
    role: FolderRole,
    lastUid: number,
    messages: { hash: Buffer; received: ReceivedMessage }[],
  ): Promise<void> {
    const { deps, lease, mailbox, progress } = this.#options;
    const state = this.#states.get(role)!;
    // A comparison reads messages that the folder has passed.
    if (messages.length === 0 && lastUid <= state.lastUid) return;
    await storeBatch(deps, lease, mailbox, { role, messages, lastUid });
    state.lastUid = Math.max(state.lastUid, lastUid);
    progress.steps++;
  }

  async #skip(role: FolderRole, uid: number): Promise<void> {
    const { deps, lease, progress } = this.#options;
    const { workspaceId, mailboxId } = lease;
    deps.log.error({ workspaceId, mailboxId, folder: role }, 'a message cannot be stored');
    messagesSkipped.inc();
    progress.skipped.add(this.#keyOf(role, uid));
    await this.#store(role, uid, []);
    progress.strategy = chooseStrategy(progress.strategy, 'stored');
  }

  /** A failure ends the connection, and the next one reads with another strategy. */
  async #tried<T>(failure: ReadResult, work: () => Promise<T>): Promise<T> {
    const { progress } = this.#options;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LeaseLost || error instanceof ApiError))
        progress.strategy = chooseStrategy(progress.strategy, failure);
      throw error;
    }
  }
}
