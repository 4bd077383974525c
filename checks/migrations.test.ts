import { expect, test } from 'vitest';
import { lintMigrations } from './migration-linter.ts';
import { rules } from './migration-nodes.ts';
import { applyExceptions, exceptions, lintFolder } from './migrations.ts';

const lint = (text: string, name = '0049_change.sql') =>
  lintMigrations([
    {
      name: '0001_tables.sql',
      text: `create table prospect (id uuid primary key, email text, stage text) partition by hash (id);
             create table webhook (id uuid primary key, url text, wake_at timestamptz);`,
    },
    { name, text },
  ]);

const planted: [rule: (typeof rules)[number], remedy: string, sql: string][] = [
  ['rewrite', 'fill it in batches', 'alter table webhook alter column url type varchar(10)'],
  [
    'rewrite',
    'fill it in batches',
    'alter table webhook add column key uuid default gen_random_uuid()',
  ],
  ['rewrite', 'fill it in batches', 'alter table webhook add column n bigserial'],
  [
    'rewrite',
    'fill it in batches',
    'alter table webhook add column n int generated always as identity',
  ],
  [
    'rewrite',
    'fill it in batches',
    `alter table webhook add column host text generated always as (lower(url)) stored`,
  ],
  ['rewrite', 'new column', 'alter table webhook set unlogged'],
  ['rewrite', 'autovacuum', 'vacuum full webhook'],
  ['not-null', 'constant default', 'alter table webhook add column key text not null'],
  ['not-null', 'is not null) not valid', 'alter table webhook alter column url set not null'],
  ['index', 'buildOnline', 'create index webhook_url on webhook (url)'],
  ['index', 'buildOnline', 'create unique index on prospect (email)'],
  ['index', 'buildOnline', 'create index on only webhook (url)'],
  ['index', 'buildOnline', 'create index concurrently webhook_url on webhook (url)'],
  ['index', 'buildOnline', 'reindex table webhook'],
  ['index', 'using index', 'alter table webhook add unique (url)'],
  ['index', 'buildOnline', 'alter table webhook add column key text unique'],
  ['constraint', 'not valid', 'alter table webhook add check (length(url) < 100)'],
  ['constraint', 'not valid', 'alter table webhook add foreign key (id) references prospect'],
  ['constraint', 'not valid', 'alter table webhook add column owner uuid references prospect'],
  [
    'validate',
    'a file of its own',
    `alter table webhook add constraint short check (length(url) < 9) not valid;
    alter table webhook validate constraint short`,
  ],
  ['removal', '.finish.sql', 'alter table webhook drop column wake_at'],
  ['removal', '.finish.sql', 'alter table webhook rename column wake_at to due_at'],
  ['removal', '.finish.sql', 'alter table webhook rename to hook'],
  ['removal', '.finish.sql', 'drop table if exists webhook cascade'],
  ['removal', '.finish.sql', 'drop function webhooks_to_wake(integer)'],
  ['removal', '.finish.sql', `alter type stage rename value 'new' to 'fresh'`],
  ['rows', 'batches', `update webhook set url = lower(url)`],
  ['rows', 'batches', 'delete from webhook where url is null'],
  ['rows', 'batches', 'truncate webhook'],
  ['rows', 'batches', 'with gone as (delete from webhook returning id) select count(*) from gone'],
  ['lock', 'without an explicit lock', 'lock table webhook in exclusive mode'],
  ['lock-timeout', 'at most 5s', `set local lock_timeout = '1min'`],
  ['lock-timeout', 'at most 5s', 'set lock_timeout = 0'],
  ['transaction', 'several files', 'commit'],
  ['block', 'statement of the file', 'do $$ begin update webhook set url = null; end $$'],
  [
    'block',
    'statement of the file',
    `do $$ begin execute 'alter table webhook add column n int'; end $$`,
  ],
];

test.each(planted)('%s is refused with "%s": %s', (rule, remedy, sql) => {
  const [first, ...more] = lint(`-- Up Migration\n\n-- Why.\n${sql};\n`);
  expect(more).toEqual([]);
  const line = rule === 'validate' ? 5 : 4;
  expect(first).toMatchObject({ file: '0049_change.sql', line, rule });
  expect(first!.message).toContain(remedy);
});

test('every rule has a planted example', () => {
  expect(new Set(planted.map(([rule]) => rule))).toEqual(new Set(rules));
});

test.each([
  'alter table webhook add column note text',
  `alter table webhook add column seen_at timestamptz not null default now()`,
  `alter table webhook add column kind text not null default 'plain'`,
  'alter table webhook add constraint short check (length(url) < 100) not valid',
  'alter table webhook add foreign key (id) references prospect not valid',
  'alter table webhook add constraint one unique using index webhook_url',
  'alter table webhook validate constraint short',
  'create index on only prospect (email)',
  'alter index prospect_email attach partition prospect_email_p00',
  'create table note (id uuid primary key); create index on note (id); alter table note add check (id is not null)',
  'create table note as select id from webhook; delete from note',
  'create table todo (id uuid); insert into todo select id from webhook',
  'drop function due(); create function due(at timestamptz default now()) returns int language sql as $$ select 1 $$',
  `create function clean() returns void language sql as $$ delete from webhook $$`,
  `set local lock_timeout = '5s'; set local lock_timeout = 200; set local lock_timeout to default`,
  `do $$ begin raise 'not yet'; end $$ -- then drop it`,
  'drop index webhook_url; alter index webhook_wake rename to webhook_due',
])('accepted: %s', (sql) => {
  expect(lint(`${sql};`)).toEqual([]);
});

test('a migration that finishes an upgrade may remove what the previous version used', () => {
  const text = 'alter table webhook drop column wake_at; drop table prospect; drop function due();';
  expect(lint(text, '0049_due.finish.sql')).toEqual([]);
  expect(lint(text)).toHaveLength(3);
});

test('a column becomes not null after a check of an earlier file was validated', () => {
  const add = `alter table webhook add constraint has_url
               check (url is not null and wake_at is not null) not valid;`;
  const validate = 'alter table webhook validate constraint has_url;';
  const set = 'alter table webhook alter column url set not null;';
  const rulesOf = (...texts: string[]) =>
    lintMigrations(texts.map((text, n) => ({ name: `005${n}.sql`, text }))).map(({ rule }) => rule);
  expect(rulesOf(add, validate, set)).toEqual([]);
  expect(rulesOf(add, set)).toEqual(['not-null']);
  expect(rulesOf(add, validate, set.replace('url', 'id'))).toEqual(['not-null']);
});

test('a file that PostgreSQL would not parse is named', () => {
  expect(() => lint('alter tabel webhook add column n int')).toThrow(/0049_change\.sql: syntax/);
});

test('our migrations follow the rules, and every exception is needed and has a reason', () => {
  expect(applyExceptions(lintFolder(), exceptions)).toEqual({ problems: [], unused: [] });
  for (const { reason } of exceptions) expect(reason.length).toBeGreaterThan(20);
});

test('an exception covers one rule in one file, and one that covers nothing is reported', () => {
  const problem = { file: '0049_x.sql', line: 1, rule: 'rows' as const, message: '' };
  const exception = { file: '0049_x.sql', rule: 'rows' as const, reason: '' };
  const other = { ...exception, rule: 'index' as const };
  expect(applyExceptions([problem], [exception])).toEqual({ problems: [], unused: [] });
  expect(applyExceptions([problem], [other])).toEqual({ problems: [problem], unused: [other] });
});
