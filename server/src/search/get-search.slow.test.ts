import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { explainStatements, isBigTable } from '../../test/plans/explain-statements.ts';
import { fillMillion, millionIds } from '../../test/plans/million-prospects.ts';
import { Database } from '../platform/db/index.ts';
import { getSearch } from './get-search.ts';

let db: Database;

beforeAll(async () => {
  const database = await testDatabase();
  await fillMillion(database);
  db = new Database({
    url: database.appUrl,
    poolSize: 4,
    timeouts: { statementMs: 30_000, lockMs: 2_000 },
    inBackground: true,
  });
  return () => db.close();
});

const search = (q: string) =>
  explainStatements(db, millionIds.workspaceId, (tx) => getSearch({ tx, query: { q } }));

test.each([
  ['a common word', 'jane'],
  ['a common prefix of two words', 'an'],
  ['a common prefix of many words', 'person'],
  ['a letter that begins most words', 'c'],
  ['two common words that no one has together', 'jane lund'],
  ['common words and a prefix', 'jane okafor p'],
  ['a rare word', 'person123456'],
  ['an email address', 'person123456@company3456.example'],
  ['a word that no one has', 'xyzzyq'],
  ['a sign', '%'],
])('a search for %s reads few pages of a workspace with many prospects: %s', async (_name, q) => {
  const plans = await search(q);
  expect(plans.flatMap(({ scanned }) => scanned).filter(isBigTable)).toEqual([]);
  for (const { buffers, statement } of plans) expect(buffers, statement).toBeLessThan(2_500);
});
