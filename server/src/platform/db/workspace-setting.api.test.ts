import { expect, test } from 'vitest';
import { leadsClient, newLeads } from '../../../test/leads-client.ts';
import { testService } from '../../../test/service.ts';
import { Database, sql } from './index.ts';

const service = await testService();

test.each(['committed', 'rolled back'])(
  'after a transaction that was %s, its connection shows no row of its workspace [ids.own-workspace]',
  async (end) => {
    const { post, workspace } = await leadsClient(service);
    await post(newLeads(1), { listName: 'Fair' });
    const timeouts = { statementMs: 30_000, lockMs: 20_000 };
    const db = new Database({ url: service.database.appUrl, poolSize: 1, timeouts });
    // Without WHERE: only the setting of the transaction chooses the rows.
    const everything = sql`select id from prospect union all select id from list`;
    const work = db.transaction(workspace.id, async (tx) => {
      expect(await tx.rows(everything)).toHaveLength(2);
      if (end === 'rolled back') throw new Error(end);
    });
    await work.catch((error: Error) => expect(error.message).toBe('rolled back'));
    expect(await db.runMaintenance(everything, 30_000)).toEqual([]);
    await db.close();
  },
);
