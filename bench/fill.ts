import pg from 'pg';
import { type Size, tags, workspaceId } from './sizes.ts';

const batch = 250_000;

/**
 * Fills a migrated database. Each step commits with a note that it is done, so that a fill which
 * was interrupted goes on where it stopped. Indexes that are dear to keep are built at the end.
 */
export async function fill(
  adminUrl: string,
  size: Size,
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

  const {
    rows: [index],
  } = await client.query<{ definition: string | null }>(
    `select pg_get_indexdef(to_regclass('prospect_search_document')) as definition`,
  );
  const definition = (index?.definition ?? documentIndex).replace(' ON ONLY ', ' ON ');
  await step('without the text index', () => client.query('drop index prospect_search_document'));
  await step('workspaces', () =>
    client.query(workspaces, [size.workspaces.map((_, place) => workspaceId(place + 1))]),
  );

  let from = 0;
  let group: { id: string; count: number; from: number }[] = [];
  const flush = async () => {
    if (group.length === 0) return;
    const { from: first } = group[0]!;
    const rows = JSON.stringify(group);
    await step(`prospects from ${first.toLocaleString('en')}`, async () => {
      await client.query(`select setseed(0.${String(first + 1).padStart(9, '0')})`);
      await client.query(people, [rows]);
    });
    group = [];
  };
  for (const [place, count] of size.workspaces.entries()) {
    for (let done = 0; done < count; done += batch) {
      group.push({
        id: workspaceId(place + 1),
        count: Math.min(batch, count - done),
        from: from + done,
      });
      if (group.reduce((sum, part) => sum + part.count, 0) >= batch) await flush();
    }
    from += count;
  }
  await flush();
  await step('search rows', () => client.query(searchRows));
  await step('tags', () => client.query(tagged, [workspaceId(1), tags.rare, tags.common]));
  await step('counts', () => client.query(counts));
  await step('text index', () => client.query(definition));
  await client.query(
    `vacuum (analyze, freeze) prospect, prospect_search, prospect_tag, board_count`,
  );
  await client.end();
}

const documentIndex =
  'create index prospect_search_document on prospect_search using gin (workspace_id, document gin_trgm_ops)';

const workspaces = `
  with made as (
    insert into workspace (id, name, plan_id) select id, 'Bench ' || id, 'bench' from unnest($1::uuid[]) as id returning id
  )
  insert into workspace_usage (workspace_id, month) select id, current_month() from made`;

// Names are drawn with a square, so that the first ones are common and the last ones rare.
const people = `
  insert into prospect (workspace_id, id, full_name, title, company_name, linkedin_url, linkedin_key,
                        email, email_key, location_name, stage, source_type, created_at)
  select workspace_id, md5('person' || n)::uuid, first || ' ' || last, title, company,
         'https://www.linkedin.com/in/person-' || n, 'in:person-' || n, email, email, place,
         (enum_range(null::stage))[1 + floor(random() ^ 3 * 7)::int], 'extension', now() - n * interval '1 second'
  from (
    select part.id as workspace_id, n,
           (array['Anna','Jane','Amara','Henrik','Zoe','Mateus','Priya','Noor','Kofi','Elif','Yuki','Sofia','Tariq','Aoife','Jens','Camila','Pieter','Fatima','Giorgos','Lukasz'])[1 + floor(random() ^ 2 * 20)::int] as first,
           (array['Okafor','Lund','Carvalho','Raman','Nowicki','Sokolova','Haddad','Nunez','Mensah','Tanaka','Byrne','Moller','Rojas','Aziz','Yildiz','Dijk'])[1 + floor(random() ^ 2 * 16)::int] || ' ' || chr(97 + floor(random() * 26)::int) || chr(97 + floor(random() * 26)::int) || 'son' as last,
           (array['Head of Sales','Buyer','Chief Engineer','Founder','Plant Manager','Operations Lead','Procurement Director'])[1 + floor(random() ^ 2 * 7)::int] as title,
           'Company ' || floor(random() ^ 3 * 20000)::int as company,
           'person' || n || '@company' || n % 20000 || '.example' as email,
           (array['Lagos','Berlin','Lyon','Porto','Chennai','Gdansk'])[1 + floor(random() ^ 2 * 6)::int] as place
    from json_to_recordset($1::json) as part (id uuid, count bigint, "from" bigint)
    cross join lateral generate_series(part."from" + 1, part."from" + part.count) as n
  ) as made`;

const searchRows = `
  insert into prospect_search
  select workspace_id, id, created_at,
         lower(' ' || full_name || ' ' || title || ' ' || company_name || ' ' || email || ' ' || substr(linkedin_key, 4) || ' ' || location_name || ' company' || split_part(email, '@company', 2)),
         stage, true, true, 'none'
  from prospect`;

const tagged = `
  with made as (
    insert into tag (workspace_id, id, name, name_key) values ($1, $2, 'Rare', 'rare'), ($1, $3, 'Common', 'common')
  )
  insert into prospect_tag (workspace_id, prospect_id, tag_id)
  select $1, id, case when place <= 50 then $2 else $3 end::uuid
  from (select id, row_number() over (order by id) as place, count(*) over () as total from prospect where workspace_id = $1) as p
  where place <= total * 0.3`;

const counts = `
  insert into board_count (workspace_id, kind, key, count)
  select workspace_id, 'stage', stage::text, count(*) from prospect group by workspace_id, stage
  union all
  select workspace_id, 'tag', tag_id::text, count(*) from prospect_tag group by workspace_id, tag_id`;
