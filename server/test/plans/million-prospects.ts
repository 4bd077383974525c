import { createHash } from 'node:crypto';
import pg from 'pg';
import type { TestDatabase } from '../database.ts';
import { sizeForRun } from '../run-size.ts';

/** A million prospects at night; in CI enough for the planner to make the same choices. */
export const prospectCount = sizeForRun(200_000, 1_000_000);
const taggedCount = 0.3 * prospectCount;
const listedCount = 0.2 * prospectCount;

/** The ids of a workspace whose data distributions mislead a query planner. */
export const millionIds = {
  workspaceId: '00000000-0000-7000-8000-000000000001',
  rareTag: '00000000-0000-7000-8000-0000000000a1',
  commonTag: '00000000-0000-7000-8000-0000000000a2',
  bigList: '00000000-0000-7000-8000-0000000000b1',
  otherList: '00000000-0000-7000-8000-0000000000b2',
  campaign: '00000000-0000-7000-8000-0000000000c1',
  bigOwner: '00000000-0000-7000-8000-0000000000d1',
  smallOwner: '00000000-0000-7000-8000-0000000000d2',
};

const newest = Date.UTC(2026, 9, 1);

/** The id of a prospect by its number; each was created a second before the one before it. */
export const personId = (n: number): string => {
  const time = (newest - n * 1_000).toString(16).padStart(12, '0');
  const rest = createHash('md5').update(String(n)).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
};

/** The same in SQL. */
const id = `(lpad(to_hex(${newest} - n::bigint * 1000), 12, '0') || '7' || substr(md5(n::text), 1, 3)
  || '8' || substr(md5(n::text), 4, 15))::uuid`;

/** Every tenth prospect is a Jane and every fifth a Lund, but no Jane is a Lund. */
const fill = `
  insert into workspace (id, name, plan_id) values ('${millionIds.workspaceId}', 'Million', 'scale');
  insert into member (workspace_id, user_id, role) values
    ('${millionIds.workspaceId}', '${millionIds.bigOwner}', 'member'),
    ('${millionIds.workspaceId}', '${millionIds.smallOwner}', 'member');
  insert into workspace_usage (workspace_id, month) values ('${millionIds.workspaceId}', current_month());

  insert into prospect (workspace_id, id, full_name, title, company_name, owner_id, linkedin_url, linkedin_key, email, email_key, location_name, stage, stage_position, do_not_contact, source_type, created_at, updated_at, last_activity_at, search_text, sort_name, company_key)
  select '${millionIds.workspaceId}', ${id}, first || ' ' || last, title, company,
         case when n % 2 = 0 then '${millionIds.bigOwner}'::uuid when n % 1000 = 9 then '${millionIds.smallOwner}'::uuid end,
         'https://www.linkedin.com/in/person-' || n, 'in:person-' || n, email, email, 'Lyon',
         case when n % 1000 = 7 then 'customer' when n % 3 = 0 then 'contacted' else 'new' end::stage,
         case when n % 1000 = 7 then 6 when n % 3 = 0 then 2 else 1 end,
         n > ${prospectCount - 1_000}, 'extension', at, at, at,
         lower(concat(' ', first, ' ', last, E'\\n ', title, E'\\n ', company, E'\\n person', n, '@ company', n % 5000, '. example')),
         lower(first || ' ' || last), lower(company)
  from (
    select n, to_timestamp(${newest / 1_000} - n) as at, (array['Jane','Amara','Henrik','Zoe','Mateus','Priya','Anna','Noor','Kofi','Elif'])[1 + n % 10] as first,
           (array['Okafor','Lund','Carvalho','Raman','Nowicki'])[1 + n % 5] as last,
           (array['Head of Sales','Buyer','Chief Engineer','Founder'])[1 + n % 4] as title,
           'Company ' || n % 5000 as company, 'person' || n || '@company' || n % 5000 || '.example' as email
    from generate_series(1, ${prospectCount}) as n
  ) as made;

  insert into prospect_word (workspace_id, word, prospect_id)
  select workspace_id, word, id
  from prospect cross join lateral (
    select distinct word from string_to_table(translate(search_text, E'.@\\n', '   '), ' ') as word
    where word <> '') as words
  where workspace_id = '${millionIds.workspaceId}';

  insert into tag (workspace_id, id, name, name_key) values
    ('${millionIds.workspaceId}', '${millionIds.rareTag}', 'Rare', 'rare'),
    ('${millionIds.workspaceId}', '${millionIds.commonTag}', 'Common', 'common');
  insert into list (workspace_id, id, name, name_key) values
    ('${millionIds.workspaceId}', '${millionIds.bigList}', 'Big', 'big'),
    ('${millionIds.workspaceId}', '${millionIds.otherList}', 'Other', 'other');
  insert into prospect_tag (workspace_id, prospect_id, tag_id)
  select '${millionIds.workspaceId}', ${id}, case when n <= 50 then '${millionIds.rareTag}' else '${millionIds.commonTag}' end::uuid
  from generate_series(1, ${taggedCount}) as n;
  insert into prospect_list (workspace_id, prospect_id, list_id)
  select '${millionIds.workspaceId}', ${id}, case when n <= 9000 then '${millionIds.bigList}' else '${millionIds.otherList}' end::uuid
  from generate_series(1, ${listedCount}) as n;
  insert into event (workspace_id, id, type, prospect_id, actor_kind, data)
  select '${millionIds.workspaceId}', gen_random_uuid(), 'prospect.suppressed', ${id}, 'system', '{}'
  from generate_series(1, ${taggedCount}) as n;
  insert into campaign (workspace_id, id, name) values ('${millionIds.workspaceId}', '${millionIds.campaign}', 'Everyone');
  insert into enrollment (workspace_id, campaign_id, prospect_id)
  select '${millionIds.workspaceId}', '${millionIds.campaign}', ${id}
  from generate_series(1, ${listedCount}) as n;
  insert into conversation (workspace_id, id, mailbox_id, visible_to, prospect_id, snippet, last_message_at, last_direction, message_count)
  select '${millionIds.workspaceId}', gen_random_uuid(), '${millionIds.campaign}', '${millionIds.workspaceId}', ${id}, '', now(), 'inbound', 1
  from generate_series(1, ${listedCount}) as n;
  insert into board_count (workspace_id, kind, key, count) values
    ('${millionIds.workspaceId}', 'tag', '${millionIds.rareTag}', 50),
    ('${millionIds.workspaceId}', 'tag', '${millionIds.commonTag}', ${taggedCount - 50}),
    ('${millionIds.workspaceId}', 'list', '${millionIds.bigList}', 9000),
    ('${millionIds.workspaceId}', 'list', '${millionIds.otherList}', ${listedCount - 9_000}),
    ('${millionIds.workspaceId}', 'stage', 'contacted', ${0.3 * prospectCount}),
    ('${millionIds.workspaceId}', 'stage', 'customer', ${0.001 * prospectCount}),
    ('${millionIds.workspaceId}', 'stage', 'new', ${0.7 * prospectCount});`;

/** Fills the database in under a minute: the index of words is built once at the end. */
export async function fillMillion({ adminUrl }: TestDatabase): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(
    `set session_replication_role = replica; set maintenance_work_mem = '1GB'; set synchronous_commit = off`,
  );
  await admin.query('alter table prospect_word drop constraint prospect_word_pkey');
  await admin.query(fill);
  await admin.query('alter table prospect_word add primary key (workspace_id, word, prospect_id)');
  await admin.query(
    'vacuum analyze prospect, prospect_word, prospect_tag, prospect_list, enrollment, conversation, board_count, event',
  );
  await admin.end();
}
