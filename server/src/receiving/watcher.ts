import { randomUUID } from 'node:crypto';
import { repeatWork } from '../platform/queue/repeat-work.ts';
import { MailboxWatch, type WatchEnd } from './mailbox-watch.ts';
import { ConnectPace, Slots } from './slots.ts';
import * as store from './watch.sql.ts';
import { type WatchDeps, type WatchTimes, watchedMailboxes, watchTimes } from './watch-deps.ts';
import { maxShare } from './watch-rules.ts';

const connectsPerSecond = 20;
const mailboxesReadAtOnce = 16;
/** A workspace whose servers are slow leaves room for the others. */
const readAtOncePerWorkspace = 8;
/** A credential that was refused is not tried sooner. */
const refusedMs = 60 * 60_000;
/** The connections are closed before another worker may open its own. */
const marginMs = 2_000;

const keyOf = ({ mailboxId, fence }: store.WatchLease) => `${mailboxId} ${fence}`;

/** Watches a share of all mailboxes, and shares them with the other workers. */
class Watcher {
  readonly holder = randomUUID();
  readonly #deps: WatchDeps;
  readonly #times: WatchTimes;
  readonly #pace = new ConnectPace(connectsPerSecond);
  readonly #slots = new Slots(mailboxesReadAtOnce, readAtOncePerWorkspace);
  readonly #watches = new Map<string, MailboxWatch>();
  /** Complete looks that are not recorded yet. */
  readonly #looks = new Map<string, store.Look>();
  #counts: store.WatchCounts = { mailboxes: 0, free: 0, workers: 1 };
  #renewAt = 0;
  #heldUntil = 0;

  constructor(deps: WatchDeps) {
    this.#deps = deps;
    this.#times = { ...watchTimes, ...deps.times };
  }

  async tick(): Promise<void> {
    if (performance.now() >= this.#renewAt) await this.#renew();
    await this.#acquire();
    this.#releaseSurplus();
    await this.#recordLooks();
    const watches = [...this.#watches.values()];
    const connected = watches.filter(({ isConnected }) => isConnected).length;
    watchedMailboxes.set({ state: 'connected' }, connected);
    watchedMailboxes.set({ state: 'connecting' }, watches.length - connected);
  }

  /** Also while the database does not answer. */
  closeExpired(): void {
    if (performance.now() < this.#heldUntil) return;
    for (const watch of this.#watches.values()) watch.close();
  }

  async end(): Promise<void> {
    const { db } = this.#deps;
    const watches = [...this.#watches.values()];
    for (const watch of watches) watch.close();
    await Promise.all(watches.map(({ ended }) => ended.catch(() => {})));
    await this.#recordLooks();
    await store.endWatcher(db, this.holder);
    watchedMailboxes.reset();
  }

  async #renew(): Promise<void> {
    const { db } = this.#deps;
    const { renewMs, leaseMs } = this.#times;
    const started = performance.now();
    const held = await store.renewWatches(db, this.holder, leaseMs);
    this.#heldUntil = started + leaseMs - marginMs;
    this.#renewAt = started + renewMs;
    const heldKeys = new Set(held.map(keyOf));
    for (const [key, watch] of this.#watches) if (!heldKeys.has(key)) watch.close();
    // Of a watch that has ended but whose release failed.
    const unused = held.filter((lease) => !this.#watches.has(keyOf(lease)));
    if (unused.length > 0) await store.releaseWatches(db, this.holder, unused);
    this.#counts = await store.countWatches(db, this.holder);
  }

  get #room(): number {
    const { mailboxes, workers } = this.#counts;
    return maxShare(mailboxes, workers) - this.#watches.size;
  }

  get #perTick(): number {
    return Math.ceil((connectsPerSecond * this.#times.tickMs) / 1_000);
  }

  async #acquire(): Promise<void> {
    const { db } = this.#deps;
    const most = Math.min(this.#perTick, this.#room, this.#counts.free);
    if (most <= 0 || performance.now() > this.#heldUntil) return;
    const { leaseMs } = this.#times;
    const leases = await store.acquireWatches(db, this.holder, { leaseMs, most });
    this.#counts.free = leases.length < most ? 0 : this.#counts.free - leases.length;
    for (const lease of leases) this.#watch(lease);
  }

  #watch(lease: store.WatchLease): void {
    const { mailboxId } = lease;
    const watch = new MailboxWatch({
      ...{ deps: this.#deps, times: this.#times, pace: this.#pace, slots: this.#slots },
      lease,
      onLook: (at) => this.#looks.set(mailboxId, { lease, at }),
    });
    this.#watches.set(keyOf(lease), watch);
    watch.ended
      .then((end) => this.#release(lease, end))
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'a watch was not released'))
      .finally(() => this.#watches.delete(keyOf(lease)));
  }

  /** Nothing happens if another worker has it now. */
  async #release(lease: store.WatchLease, end: WatchEnd): Promise<void> {
    const retryMs = end === 'refused' ? refusedMs : 0;
    await store.releaseWatches(this.#deps.db, this.holder, [lease], retryMs);
  }

  /** Not faster than other workers connect. */
  #releaseSurplus(): void {
    const open = [...this.#watches.values()].filter(({ isClosing }) => !isClosing);
    const closing = this.#watches.size - open.length;
    const surplus = Math.min(-this.#room - closing, this.#perTick);
    for (const watch of open.slice(0, Math.max(surplus, 0))) watch.close();
  }

  async #recordLooks(): Promise<void> {
    const looks = [...this.#looks.values()];
    if (looks.length === 0) return;
    const recorded = await store.recordSynced(this.#deps.db, this.holder, looks);
    for (const look of looks) {
      const { mailboxId } = look.lease;
      const isNewest = this.#looks.get(mailboxId) === look;
      const isHeld = this.#watches.has(keyOf(look.lease));
      if (isNewest && (recorded.has(mailboxId) || !isHeld)) this.#looks.delete(mailboxId);
    }
  }
}

/** Watches mailboxes until stopped. Several processes share them. */
export function startWatching(deps: WatchDeps): { holder: string; stop: () => Promise<void> } {
  const watcher = new Watcher(deps);
  const { tickMs } = { ...watchTimes, ...deps.times };
  const ticking = repeatWork(
    tickMs,
    () => watcher.tick(),
    (error) => deps.log.warn({ err: error }, 'mailboxes cannot be shared out'),
  );
  const guard = setInterval(() => watcher.closeExpired(), tickMs);
  return {
    holder: watcher.holder,
    stop: async () => {
      await ticking.stop();
      clearInterval(guard);
      await watcher.end();
    },
  };
}
