import type { ImapFlow } from 'imapflow';
import { within } from '../core/mailboxes/imap-session.ts';
import type { FolderRole } from '../core/receiving/message.ts';
import type { ReceivingMailbox } from '../core/receiving/receiver.ts';
import { ApiError } from '../platform/error.ts';
import { firstUidSince, listUids, type WatchedFolder } from './folders.ts';
import { type MessageHead, readHeads, readTexts } from './read-messages.ts';
import * as store from './received.sql.ts';
import type { Slots } from './slots.ts';
import { LeaseLost, storeBatch } from './store-batch.ts';
import type { WatchLease } from './watch.sql.ts';
import type { WatchDeps } from './watch-deps.ts';
import { messagesSkipped } from './watch-metrics.ts';
import { comparedDays, daysBefore, newFolderDays, renumberedFolderDays } from './watch-rules.ts';

/**
 * What earlier connections met. After a failure, messages are read one by one; the one that fails
 * again is read without its structure; if it still cannot be stored, it is skipped.
 */
export interface Care {
  level: 'batches' | 'one' | 'plain' | 'skip';
  hasSkipped: boolean;
}

interface ReaderOptions {
  deps: WatchDeps;
  session: ImapFlow;
  lease: WatchLease;
  mailbox: ReceivingMailbox;
  care: Care;
  slots: Slots;
  commandMs: number;
}

const batchSize = 50;
/** Of the texts that are in memory at once. */
const maxBatchBytes = 4 * 1024 * 1024;
const maxMessageBytes = 1024 * 1024;

/** Reads the folders of a mailbox on one connection. */
export class MailboxReader {
  readonly #options: ReaderOptions;
  readonly #states = new Map<FolderRole, store.FolderState>();

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** Selects a folder, also again, and finds out whether its messages were numbered anew. */
  async open({ role, path }: WatchedFolder): Promise<void> {
    const { deps, session, lease, commandMs } = this.#options;
    const opened = await within(session, commandMs, () =>
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
    // One more: the day of a server may have begun earlier.
    const since = daysBefore(deps.clock(), days + 1);
    const first = await firstUidSince(session, since, commandMs);
    const started = { path, uidValidity, lastUid: first - 1 };
    await deps.db.transaction(lease.workspaceId, async (tx) => {
      if (!(await store.isHeld(tx, lease))) throw new LeaseLost();
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
    const status = await within(session, commandMs, () =>
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
    const { deps, session, commandMs } = this.#options;
    const first = await firstUidSince(session, daysBefore(deps.clock(), comparedDays), commandMs);
    await this.#readAll(role, await listUids(session, first, commandMs));
  }

  async #readAll(role: FolderRole, uids: number[]): Promise<void> {
    const { care, slots } = this.#options;
    for (let at = 0; at < uids.length; ) {
      const batch = uids.slice(at, at + (care.level === 'batches' ? batchSize : 1));
      await slots.use(() => this.#readBatch(role, batch));
      at += batch.length;
    }
  }

  async #readBatch(role: FolderRole, uids: number[]): Promise<void> {
    const { deps, session, lease, care, commandMs } = this.#options;
    const lastUid = uids.at(-1)!;
    if (care.level === 'skip') return this.#skip(role, lastUid);
    const heads = await this.#careful('plain', () =>
      readHeads(session, uids, { commandMs, isPlain: care.level === 'plain' }),
    );
    const known = await deps.db.read(lease.workspaceId, (tx) =>
      store.selectKnown(
        tx,
        lease.mailboxId,
        heads.map(({ hash }) => hash),
      ),
    );
    const unknown = heads.filter(({ hash }) => !known.has(hash.toString('hex')));
    for (const slice of inSlices(unknown)) await this.#storeSlice(role, slice);
    if (unknown.length === 0 || unknown.at(-1)!.uid < lastUid)
      await this.#advance(role, lastUid, []);
    if (care.level === 'plain') care.level = 'one';
  }

  async #storeSlice(role: FolderRole, heads: MessageHead[]): Promise<void> {
    const { deps, session, lease, mailbox, commandMs } = this.#options;
    const { workspaceId } = lease;
    const read = await this.#careful('plain', () => readTexts(session, role, heads, { commandMs }));
    const hashes = new Map(heads.map(({ uid, hash }) => [uid, hash]));
    await this.#careful('skip', async () => {
      const messages = await Promise.all(
        read.map(async (fetched) => ({
          hash: hashes.get(fetched.uid)!,
          received: await deps.parse(fetched, { ...mailbox, workspaceId }),
        })),
      );
      await this.#advance(role, heads.at(-1)!.uid, messages);
    });
  }

  async #advance(
    role: FolderRole,
    lastUid: number,
    messages: { hash: Buffer; received: Awaited<ReturnType<WatchDeps['parse']>> }[],
  ): Promise<void> {
    const { deps, lease, mailbox } = this.#options;
    const state = this.#states.get(role)!;
    // A comparison reads what is behind.
    if (messages.length === 0 && lastUid <= state.lastUid) return;
    await storeBatch(deps, lease, mailbox, { role, messages, lastUid });
    state.lastUid = Math.max(state.lastUid, lastUid);
  }

  async #skip(role: FolderRole, uid: number): Promise<void> {
    const { deps, lease, care } = this.#options;
    const { workspaceId, mailboxId } = lease;
    deps.log.error({ workspaceId, mailboxId, folder: role }, 'a message cannot be stored');
    messagesSkipped.inc();
    care.hasSkipped = true;
    await this.#advance(role, uid, []);
    care.level = 'one';
  }

  /** After a failure, the next connection reads with more care, at most with `most`. */
  async #careful<T>(most: 'plain' | 'skip', work: () => Promise<T>): Promise<T> {
    const { care } = this.#options;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LeaseLost || error instanceof ApiError))
        care.level = moreCareful(care.level, most);
      throw error;
    }
  }
}

const levels: Care['level'][] = ['batches', 'one', 'plain', 'skip'];

const moreCareful = (level: Care['level'], most: Care['level']): Care['level'] =>
  levels[Math.min(levels.indexOf(level) + 1, levels.indexOf(most))]!;

function* inSlices(heads: MessageHead[]): Generator<MessageHead[]> {
  let slice: MessageHead[] = [];
  let bytes = 0;
  for (const head of heads) {
    const size = Math.min(head.bytes, maxMessageBytes);
    if (slice.length > 0 && bytes + size > maxBatchBytes) {
      yield slice;
      slice = [];
      bytes = 0;
    }
    slice.push(head);
    bytes += size;
  }
  if (slice.length > 0) yield slice;
}
