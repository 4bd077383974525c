import { randomUUID } from 'node:crypto';
import { repeatWork } from '../platform/queue/repeat-work.ts';
import { MailboxWatch, type WatchEnd } from './mailbox-watch.ts';
import { ConnectPace, ReadSlots } from './read-slots.ts';
import * as store from './watch.sql.ts';
import { type WatchDeps, type WatchTimes, watchedMailboxes, watchTimes } from './watch-deps.ts';
import { maxShare } from './watch-rules.ts';

const connectsPerSecond = 20;
const mailboxesReadAtOnce = 16;
/** A workspace with slow servers leaves slots to the others. */
const readAtOncePerWorkspace = 8;
/** A credential that was refused is not tried sooner. */
const refusedMs = 60 * 60_000;
/** The connections are closed before another worker may open its own. */
const marginMs = 2_000;

const leaseKey = ({ mailboxId, fence }: store.WatchLease) => `${mailboxId} ${fence}`;

/** Watches a share of all mailboxes, and shares them with the other workers. */
class Watcher {
  readonly holder = randomUUID();
  readonly #deps: WatchDeps;
  readonly #times: WatchTimes;
  readonly #pace = new ConnectPace(connectsPerSecond);
  readonly #slots = new ReadSlots(mailboxesReadAtOnce, readAtOncePerWorkspace);
  readonly #watches = new Map<string, MailboxWatch>();
  /** Complete readings of inboxes that are not recorded yet. */
  readonly #inboxReadings = new Map<string, store.InboxReading>();
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
    await this.#recordInboxReadings();
    const watches = [...this.#watches.values()];
    const connected = watches.filter(({ isConnected }) => isConnected).length;
    watchedMailboxes.set({ state: 'connected' }, connected);
    watchedMailboxes.set({ state: 'connecting' }, watches.length - connected);
  }

  /** Works without the database, which may not answer. */
  closeExpired(): void {
    if (performance.now() < this.#heldUntil) return;
    for (const watch of this.#watches.values()) watch.close();
  }

  async end(): Promise<void> {
    const { db } = this.#deps;
    const watches = [...this.#watches.values()];
    for (const watch of watches) watch.close();
    await Promise.all(watches.map(({ ended }) => ended.catch(() => {})));
    await this.#recordInboxReadings();
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
    const heldKeys = new Set(held.map(leaseKey));
    for (const [key, watch] of this.#watches) if (!heldKeys.has(key)) watch.close();
    // Leases whose watch ended but whose release failed.
    const unused = held.filter((lease) => !this.#watches.has(leaseKey(lease)));
    if (unused.length > 0) await store.releaseWatches(db, this.holder, unused);
    this.#counts = await store.selectWatchCounts(db, this.holder);
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
      onInboxRead: (at) => this.#inboxReadings.set(mailboxId, { lease, at }),
    });
    this.#watches.set(leaseKey(lease), watch);
    watch.ended
      .then((end) => this.#release(lease, end))
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'a watch was not released'))
      .finally(() => this.#watches.delete(leaseKey(lease)));
  }

  /** Does nothing if another worker has the lease now. */
  async #release(lease: store.WatchLease, end: WatchEnd): Promise<void> {
    const retryMs = end === 'refused' ? refusedMs : 0;
    await store.releaseWatches(this.#deps.db, this.holder, [lease], retryMs);
  }

  /** Releases no faster than other workers connect. */
  #releaseSurplus(): void {
    const open = [...this.#watches.values()].filter(({ isClosing }) => !isClosing);
    const closing = this.#watches.size - open.length;
    const surplus = Math.min(-this.#room - closing, this.#perTick);
    for (const watch of open.slice(0, Math.max(surplus, 0))) watch.close();
  }

  async #recordInboxReadings(): Promise<void> {
    const readings = [...this.#inboxReadings.values()];
    if (readings.length === 0) return;
    const recorded = await store.recordInboxReadings(this.#deps.db, this.holder, readings);
    for (const reading of readings) {
      const { mailboxId } = reading.lease;
      const isNewest = this.#inboxReadings.get(mailboxId) === reading;
      const isHeld = this.#watches.has(leaseKey(reading.lease));
      if (isNewest && (recorded.has(mailboxId) || !isHeld)) this.#inboxReadings.delete(mailboxId);
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
