import { changeCounts } from '../../server/src/counts/change-counts.ts';
import { type Database, sql, type Tx } from '../../server/src/platform/db/index.ts';
import { lockUsage } from '../../server/src/usage/quota.ts';
import type { Dice } from './dice.ts';
import type { Tenant } from './tenants.ts';

/** Changes behind the API's back what no endpoint changes yet, by the rules that one would follow. */
export async function disturb(owner: Database, tenant: Tenant, dice: Dice): Promise<void> {
  const act = dice.pick([deletePeople, deletePeople, deleteList, tagPeople, enrollPeople]);
  await owner.transaction(tenant.id, async (tx) => {
    await lockUsage(tx);
    await act(tx, tenant, dice);
  });
}

type Act = (tx: Tx, tenant: Tenant, dice: Dice) => Promise<void>;

interface Counted {
  kind: 'stage' | 'list' | 'tag' | 'campaign';
  key: string;
  by: number;
}

const somePeople = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from prospect where workspace_id = ${tx.workspaceId} order by random() limit 5 for update`);
  return rows.map(({ id }) => id);
};

const deletePeople: Act = async (tx, tenant) => {
  const ids = await somePeople(tx);
  const lost = await tx.rows<Counted>(sql`
    with gone as (select unnest(${ids}::uuid[]) as id)
    select 'stage' as kind, stage::text as key, -count(*)::int as by
    from prospect join gone using (id) where workspace_id = ${tx.workspaceId} group by stage
    union all
    select 'list', list_id::text, -count(*)::int
    from prospect_list join gone on id = prospect_id where workspace_id = ${tx.workspaceId} group by list_id
    union all
    select 'tag', tag_id::text, -count(*)::int
    from prospect_tag join gone on id = prospect_id where workspace_id = ${tx.workspaceId} group by tag_id
    union all
    select 'campaign', campaign_id::text, -count(*)::int
    from enrollment join gone on id = prospect_id where workspace_id = ${tx.workspaceId} group by campaign_id`);
  await tx.run(
    sql`delete from prospect where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`,
  );
  changeCounts(tx, lost);
  tenant.memory.remove('prospect', ids);
};

const deleteList: Act = async (tx, tenant, dice) => {
  const id = tenant.memory.idOf('list', dice);
  if (id === undefined) return;
  await tx.run(sql`delete from list where workspace_id = ${tx.workspaceId} and id = ${id}`);
  await tx.run(sql`
    delete from board_count where workspace_id = ${tx.workspaceId} and kind = 'list' and key = ${id}`);
  tenant.memory.remove('list', [id]);
};

const tagPeople: Act = async (tx, tenant, dice) => {
  const tagId = tenant.memory.idOf('tag', dice)!;
  const by = await tx.run(sql`
    insert into prospect_tag (workspace_id, prospect_id, tag_id)
    select ${tx.workspaceId}, unnest(${await somePeople(tx)}::uuid[]), ${tagId} on conflict do nothing`);
  changeCounts(tx, [{ kind: 'tag', key: tagId, by }]);
};

const enrollPeople: Act = async (tx, tenant, dice) => {
  const campaignId = tenant.memory.idOf('campaign', dice)!;
  const by = await tx.run(sql`
    insert into enrollment (workspace_id, prospect_id, campaign_id)
    select ${tx.workspaceId}, unnest(${await somePeople(tx)}::uuid[]), ${campaignId} on conflict do nothing`);
  changeCounts(tx, [{ kind: 'campaign', key: campaignId, by }]);
};
