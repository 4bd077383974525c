import { emit, type Happening } from '../events/emit.ts';
import { storedKeys } from '../people/keys.ts';
import { searchDocument } from '../people/search-text.ts';
import { lockPeople } from '../people/sql.ts';
import { type Database, sql, type Tx } from '../platform/db/index.ts';
import { chore } from '../platform/queue/job.ts';
import type { ChoreContext } from '../platform/queue/line.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { lockUsage } from '../usage/quota.ts';
import { type Rekeyed, rekey } from './linkedin-keys.rules.ts';
import * as store from './linkedin-keys.sql.ts';

/** Small enough that others who add people hardly wait. */
const sliceSize = 500;
const workspacesAtOnce = 20;

export const linkedinKeys = chore({
  name: 'linkedin-keys',
  everySeconds: 60,
  timeLimitSeconds: 3_600,
});

/** Computes the LinkedIn keys anew that an earlier version has stored, and ends when all are. */
export const runLinkedinKeys =
  (db: Database, suppression: Suppression, most = sliceSize) =>
  async ({ signal }: Pick<ChoreContext, 'signal'>): Promise<void> => {
    while (!signal.aborted) {
      const workspaces = await db.ask<{ id: string }>(
        sql`select id from workspaces_to_rekey(${workspacesAtOnce}) as id`,
      );
      if (workspaces.length === 0) return;
      for (const { id } of workspaces) {
        if (signal.aborted) return;
        await db.transaction(id, (tx) => rekeySlice(tx, suppression, most));
      }
    }
  };

/** The next prospects of one workspace. What is committed is not done again. */
async function rekeySlice(tx: Tx, suppression: Suppression, most: number): Promise<void> {
  const [, afterId] = await Promise.all([lockUsage(tx), store.selectProgress(tx)]);
  if (afterId === undefined) return;
  const slice = await store.selectPaged(tx, afterId, most);
  if (slice.length < most) store.noteDone(tx);
  else store.noteProgress(tx, slice.at(-1)!.id);
  if (slice.length === 0) return;

  const keys = [...new Set(slice.flatMap((person) => storedKeys(person).linkedin ?? []))];
  const holders = await store.selectHoldersOf(tx, keys);
  // Behind the usage row nobody gets or loses a key, so these are all whom a key concerns.
  const [people, isRemembered] = await Promise.all([
    lockPeople(tx, [...new Set([...slice, ...holders].map(({ id }) => id))]),
    suppression.lookUp(
      tx,
      keys.map((linkedinKey) => ({ emailKey: null, linkedinKey })),
    ),
  ]);
  const names = people.flatMap((person) => storedKeys(person).name ?? []);
  const taken = await store.selectNamesTaken(tx, names);
  const { changed, duplicates } = rekey({
    people,
    namesTaken: new Set(taken.map(({ nameKey }) => nameKey)),
    isRemembered,
  });
  if (changed.length > 0) write(tx, suppression, changed);
  store.insertDuplicates(tx, duplicates);
}

function write(tx: Tx, suppression: Suppression, changed: Rekeyed[]): void {
  store.updateKeys(tx, changed);
  store.updateDocuments(
    tx,
    changed
      .filter(({ before, linkedinKey }) => before.linkedinKey !== linkedinKey)
      .map(({ before, linkedinKey }) => ({
        id: before.id,
        document: searchDocument({ ...before, linkedinKey }),
      })),
  );
  const marked = changed.filter(({ doNotContact }) => doNotContact);
  suppression.forget(
    tx,
    marked.map(({ before: { linkedinKey } }) => ({ emailKey: null, linkedinKey })),
  );
  suppression.remember(
    tx,
    marked.map(({ before }) => ({ emailKey: null, linkedinKey: storedKeys(before).linkedin })),
  );
  emit(
    tx,
    { actor: { kind: 'system', id: null }, correlationId: null },
    marked
      .filter(({ before }) => !before.doNotContact)
      .map(
        ({ before: { id: prospectId } }): Happening => ({
          type: 'prospect.suppressed',
          prospectId,
          data: { prospectId },
        }),
      ),
  );
}
