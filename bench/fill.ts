import pg from 'pg';
import {
  companyEnds,
  companyStarts,
  firstNames,
  jobTitles,
  locationNames,
  surnameEnds,
  surnameStarts,
} from './people.ts';
import { type DatabaseSize, tagIds, workspaceIdOf } from './sizes.ts';

const batch = 250_000;

/**
 * Fills a migrated database. Each step is recorded when it commits, so that an interrupted fill
 * continues where it stopped. Expensive indexes are built at the end.
 */
export async function fillDatabase(
  adminUrl: string,
  size: DatabaseSize,
  say: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const step = async (name: string, work: () => Promise<unknown>) => {
    const { rows } = await client.query('select 1 from bench_fill where step = $1', [name]);
    if (rows.length > 0) return;
    const started = performance.now();
    await client.query('begin');
    await work();
    await client.query('insert into bench_fill values ($1)', [name]);
    await client.query('commit');
    say(`${name}: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  };
  await client.query('create table if not exists bench_fill (step text primary key)');
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '2GB'`,
  );

  await step('without indexes', () =>
    client.query(
      `alter table prospect_word drop constraint prospect_word_pkey;
       drop index ${Object.keys(sortIndexes).join(', ')}`,
    ),
  );
  await step('workspaces', () =>
    client.query(workspaces, [size.workspaces.map((_, index) => workspaceIdOf(index + 1))]),
  );

  let from = 0;
  let group: { id: string; count: number; from: number }[] = [];
  const flush = async () => {
    if (group.length === 0) return;
    const { from: first } = group[0]!;
    const rows = JSON.stringify(group);
    await step(`prospects from ${first.toLocaleString('en')}`, async () => {
      await client.query(`select setseed(0.${String(first + 1).padStart(9, '0')})`);
      await client.query(people, [rows, ...nameLists]);
    });
    group = [];
  };
  for (const [index, count] of size.workspaces.entries()) {
    for (let done = 0; done < count; done += batch) {
      group.push({
        id: workspaceIdOf(index + 1),
        count: Math.min(batch, count - done),
        from: from + done,
      });
      if (group.reduce((sum, part) => sum + part.count, 0) >= batch) await flush();
    }
    from += count;
  }
  await flush();
  await step('tags', () =>
    client.query(taggedProspects, [workspaceIdOf(1), tagIds.rare, tagIds.common]),
  );
  await step('counts', () => client.query(counts));
  await step('index of words', () =>
    client.query('alter table prospect_word add primary key (workspace_id, word, prospect_id)'),
  );
  await step('sort indexes', () =>
    client.query(
      Object.entries(sortIndexes)
        .map(([name, column]) => `create index ${name} on prospect (workspace_id, ${column}, id)`)
        .join(';'),
    ),
  );
  await client.query(`vacuum (analyze, freeze) prospect, prospect_word, prospect_tag, board_count`);
  await client.end();
}

const nameLists = [
  firstNames,
  surnameStarts,
  surnameEnds,
  companyStarts,
  companyEnds,
  jobTitles,
  locationNames,
];

const sortIndexes = {
  prospect_stage: 'stage_position',
  prospect_updated: 'updated_at',
  prospect_active: 'last_activity_at',
  prospect_by_name: 'sort_name',
  prospect_by_company: 'company_key',
};

const workspaces = `
  with made as (
    insert into workspace (id, name, plan_id) select id, 'Bench ' || id, 'bench' from unnest($1::uuid[]) as id returning id
  )
  insert into workspace_usage (workspace_id, month) select id, current_month() from made`;

// Squared random numbers make the first words of each list common and the last ones rare. Ids
// contain the time, as the ids of the service do. A few people in a thousand have the same email
// address; only the first of them is inserted.
const drawFrom = (list: string) => `(${list})[1 + floor(random() ^ 2 * cardinality(${list}))::int]`;
/** Same form as core/search/words.ts, for text without other signs. */
const withSpaces = (text: string) =>
  `replace(replace(replace(${text}, '.', '. '), '@', '@ '), '-', '- ')`;
const people = `
  with made as (
    insert into prospect (workspace_id, id, full_name, title, company_name, linkedin_url, linkedin_key,
                          email, email_key, location_name, stage, stage_position, source_type, created_at,
                          updated_at, last_activity_at, search_text, sort_name, company_key)
    select workspace_id,
           (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 15))::uuid,
           first || ' ' || last, title, company, 'https://www.linkedin.com/in/' || slug, 'in:' || slug,
           email, email, place, (enum_range(null::stage))[stage_position], stage_position, 'extension', at, at,
           at, ${withSpaces("concat(' ', lower(concat_ws(E'\\n ', first || ' ' || last, email, company, slug, title, place)))")},
           lower(first || ' ' || last), lower(company)
    from (
      select *, lower(first || '.' || last || '@' || replace(company, ' ', '')) || '.example' as email,
             lower(first || '-' || last || '-' || substr(hash, 19, 9)) as slug
      from (
        select part.id as workspace_id, md5('person' || n) as hash,
               1 + floor(random() ^ 3 * 7)::int as stage_position,
               date_trunc('milliseconds', now() - (20000000 - n) * interval '1 second') as at,
               ${drawFrom('$2::text[]')} as first,
               ${drawFrom('$3::text[]')} || ${drawFrom('$4::text[]')}
                 || case when random() < 0.1 then '-' || ${drawFrom('$3::text[]')} || ${drawFrom('$4::text[]')} else '' end as last,
               ${drawFrom('$5::text[]')} || ' ' || ${drawFrom('$6::text[]')} as company,
               ${drawFrom('$7::text[]')} as title, ${drawFrom('$8::text[]')} as place
        from json_to_recordset($1::json) as part (id uuid, count bigint, "from" bigint)
        cross join lateral generate_series(part."from" + 1, part."from" + part.count) as n
      ) as named
    ) as built
    on conflict do nothing
    returning workspace_id, id, search_text
  )
  insert into prospect_word (workspace_id, word, prospect_id)
  select workspace_id, word, id
  from made
  cross join lateral (
    select distinct word from string_to_table(translate(search_text, E'.@-\\n', '    '), ' ') as word
    where word <> '') as words`;

const taggedProspects = `
  with made as (
    insert into tag (workspace_id, id, name, name_key) values ($1, $2, 'Rare', 'rare'), ($1, $3, 'Common', 'common')
  )
  insert into prospect_tag (workspace_id, prospect_id, tag_id)
  select $1, id, case when place <= 50 then $2 else $3 end::uuid
  from (select id, row_number() over (order by md5(id::text)) as place, count(*) over () as total from prospect where workspace_id = $1) as p
  where place <= total * 0.3`;

const counts = `
  insert into board_count (workspace_id, kind, key, count)
  select workspace_id, 'stage', stage::text, count(*) from prospect group by workspace_id, stage
  union all
  select workspace_id, 'tag', tag_id::text, count(*) from prospect_tag group by workspace_id, tag_id`;
