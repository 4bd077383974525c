import { endEnrollments } from '../core/campaigns/stop-enrollments.sql.ts';
import { emit, type NewEvent } from '../core/events/emit.ts';
import { lockProspectsById, reindex } from '../core/prospects/prospects.sql.ts';
import { storedKeys } from '../core/search/key-rules.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { lockUsage } from '../core/usage/quota.ts';
import { type Database, sql, type Tx } from '../platform/db/index.ts';
import { scheduledJob } from '../platform/queue/job.ts';
import type { ScheduledJobContext } from '../platform/queue/registry.ts';
import { type Rekeyed, rekey } from './linkedin-keys.rules.ts';
import * as store from './linkedin-keys.sql.ts';

/** Small, because adding prospects waits while a slice runs. */
const sliceSize = 500;
const workspacesPerBatch = 20;

export const linkedinKeys = scheduledJob({
  name: 'linkedin-keys',
  everySeconds: 60,
  timeLimitSeconds: 3_600,
});

/** Recomputes LinkedIn keys that an earlier version stored, until all are done. */
export const runLinkedinKeys =
  ({ db, suppression }: { db: Database; suppression: Suppression }, batchSize = sliceSize) =>
  async ({ signal }: Pick<ScheduledJobContext, 'signal'>): Promise<void> => {
    while (!signal.aborted) {
      const workspaces = await db.ask<{ id: string }>(
        sql`select id from workspaces_to_rekey(${workspacesPerBatch}) as id`,
      );
      if (workspaces.length === 0) return;
      for (const { id } of workspaces) {
        if (signal.aborted) return;
        await db.transaction(id, (tx) => rekeySlice(tx, suppression, batchSize));
      }
    }
  };

/** Processes the next prospects of one workspace. Progress is committed with each slice. */
async function rekeySlice(tx: Tx, suppression: Suppression, batchSize: number): Promise<void> {
  const [, afterId] = await Promise.all([lockUsage(tx), store.selectProgress(tx)]);
  if (afterId === undefined) return;
  const slice = await store.selectWithLinkedinUrl(tx, afterId, batchSize);
  if (slice.length < batchSize) store.markDone(tx);
  else store.saveProgress(tx, slice.at(-1)!.id);
  if (slice.length === 0) return;

  const keys = [...new Set(slice.flatMap((prospect) => storedKeys(prospect).linkedin ?? []))];
  const holders = await store.selectKeyHolders(tx, keys);
  // The usage-row lock prevents key changes, so these are all affected prospects.
  const [prospects, isSuppressed] = await Promise.all([
    lockProspectsById(tx, [...new Set([...slice, ...holders].map(({ id }) => id))]),
    suppression.lookUp(
      tx,
      keys.map((linkedinKey) => ({ emailKey: null, linkedinKey })),
    ),
  ]);
  const names = prospects.flatMap((prospect) => storedKeys(prospect).name ?? []);
  const usedNames = await store.selectUsedNameKeys(tx, names);
  const { changed, duplicates } = rekey({
    prospects,
    usedNameKeys: new Set(usedNames.map(({ nameKey }) => nameKey)),
    isSuppressed,
  });
  if (changed.length > 0) saveRekeyed(tx, suppression, changed);
  store.insertDuplicates(tx, duplicates);
}

function saveRekeyed(tx: Tx, suppression: Suppression, changed: Rekeyed[]): void {
  store.updateKeys(tx, changed);
  reindex(
    tx,
    changed.map(({ before, linkedinKey }) => ({
      before,
      prospect: { ...before, linkedinKey },
    })),
  );
  const suppressed = changed.filter(({ doNotContact }) => doNotContact);
  suppression.remove(
    tx,
    suppressed.map(({ before: { linkedinKey } }) => ({ emailKey: null, linkedinKey })),
  );
  suppression.add(
    tx,
    suppressed.map(({ before }) => ({ emailKey: null, linkedinKey: storedKeys(before).linkedin })),
  );
  const newlySuppressed = suppressed
    .filter(({ before }) => !before.doNotContact)
    .map(({ before }) => before.id);
  endEnrollments(tx, newlySuppressed, 'suppressed');
  emit(
    { tx, actor: { actor: { kind: 'system', id: null }, correlationId: null } },
    newlySuppressed.map(
      (prospectId): NewEvent => ({ type: 'prospect.suppressed', prospectId, data: { prospectId } }),
    ),
  );
}
