import { type Database, type Sql, sql } from '../../src/platform/db/index.ts';
import { insertCampaign, insertMailbox } from '../outreach.ts';
import { blankSearch } from '../prospects/blank-search.ts';

const statuses = [
  'waiting',
  'waiting',
  'waiting',
  'finished',
  'replied',
  'held',
  'stopped',
  'bounced',
];

export interface LargeCampaign {
  campaignId: string;
  mailboxId: string;
  listId: string;
  prospectId: string;
}

const newest = Date.UTC(2026, 9, 1);

/** The id of a person by number. It begins with a time, as the ids of the service do. */
const personIdOf = (n: Sql): Sql => sql`
  (lpad(to_hex(${newest}::bigint - ${n} * 1000), 12, '0') || substr(md5('person' || ${n}), 13))::uuid`;

/** Inserts a campaign with this many people in all states, and lists of them. Most got an email. */
export async function insertLargeCampaign(
  owner: Database,
  workspaceId: string,
  ownerId: string,
  people: number,
): Promise<LargeCampaign> {
  const campaignId = await insertCampaign(owner, workspaceId, {
    steps: ['email', 'wait', 'email'],
  });
  const mailboxId = await insertMailbox(owner, workspaceId, { ownerId, shared: true });
  const [{ id: listId }] = (await owner.query<{ id: string }>(sql`
    insert into list (workspace_id, id, name, name_key)
    values (${workspaceId}, gen_random_uuid(), 'Fair', 'fair') returning id`)) as [{ id: string }];
  const numbers = sql`generate_series(1, ${people}) as n`;
  const personId = personIdOf(sql`n`);
  await owner.transaction(workspaceId, async (tx) => {
    await tx.run(sql`
      insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id)
      values (${workspaceId}, ${campaignId}, ${mailboxId})`);
    await tx.run(sql`
      insert into prospect (workspace_id, id, full_name, email, email_key, source_type, ${blankSearch.columns})
      select ${workspaceId}, ${personId}, 'Person ' || n, n || '@acme.example', n || '@acme.example', 'manual',
             ${blankSearch.values}
      from ${numbers}`);
    // Other lists fill the table, so that PostgreSQL does not read all of it for one list.
    await tx.run(sql`
      insert into list (workspace_id, id, name, name_key)
      select ${workspaceId}, gen_random_uuid(), 'Other ' || o, 'other ' || o from generate_series(1, 7) as o`);
    await tx.run(sql`
      insert into prospect_list (workspace_id, list_id, prospect_id)
      select ${workspaceId}, l.id, ${personId} from ${numbers}, list l where l.workspace_id = ${workspaceId}`);
    await tx.run(sql`
      insert into enrollment (workspace_id, campaign_id, prospect_id, status, mailbox_id)
      select ${workspaceId}, ${campaignId}, ${personId},
             (${statuses}::text[])[1 + n % ${statuses.length}], ${mailboxId}
      from ${numbers}`);
    await tx.run(sql`
      insert into outbound_message (workspace_id, campaign_id, prospect_id, step_id, id, mailbox_id, status,
                                    is_first, message_id, claimed_at, settled_at)
      select ${workspaceId}, ${campaignId}, ${personId}, s.id, gen_random_uuid(), ${mailboxId},
             case when n % 500 = 0 then 'refused' else 'accepted' end, s.position = 1, '<' || n || '@x>',
             now() - n * interval '1 minute', now() - n * interval '1 minute'
      from ${numbers}, campaign_step s
      where s.workspace_id = ${workspaceId} and s.campaign_id = ${campaignId} and s.kind = 'email'`);
    await tx.run(sql`
      insert into board_count (workspace_id, kind, key, count)
      values (${workspaceId}, 'campaign', ${campaignId}, ${people}), (${workspaceId}, 'list', ${listId}, ${people})`);
  });
  await owner.query(sql`
    update campaign_step set id = gen_random_uuid() where workspace_id = ${workspaceId} and id is null`);
  await owner.runMaintenance(
    sql`analyze prospect, prospect_list, enrollment, outbound_message`,
    600_000,
  );
  const [{ id: prospectId }] = (await owner.query<{ id: string }>(
    sql`select ${personIdOf(sql`7`)} as id`,
  )) as [{ id: string }];
  return { campaignId, mailboxId, listId, prospectId };
}
