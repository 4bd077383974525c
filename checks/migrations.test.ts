import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lintChanges } from './migrations.ts';

/** The problems of files in a folder. */
function lint(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'outcrop-changes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), `${text};\n`);
  return lintChanges(folder);
}

const planted = [
  ['changing-column-type', 'alter table webhook alter column url type varchar(10)'],
  [
    'adding-field-with-default',
    'alter table webhook add column key uuid default gen_random_uuid()',
  ],
  ['adding-required-field', 'alter table webhook add column key text not null'],
  ['adding-not-nullable-field', 'alter table webhook alter column url set not null'],
  ['require-concurrent-index-creation', 'create index webhook_url on webhook (url)'],
  ['disallowed-unique-constraint', 'alter table webhook add column key text unique'],
  ['constraint-missing-not-valid', 'alter table webhook add check (length(url) < 100)'],
  [
    'adding-foreign-key-constraint',
    'alter table webhook add column owner uuid references prospect',
  ],
  [
    'VALIDATE CONSTRAINT',
    `alter table webhook add constraint short check (length(url) < 9) not valid;
     alter table webhook validate constraint short`,
  ],
  ['ban-drop-column', 'alter table webhook drop column due_at'],
  ['ban-drop-table', 'drop table if exists webhook cascade'],
  ['renaming-column', 'alter table webhook rename column due_at to wake_at'],
  ['renaming-table', 'alter table webhook rename to hook'],
  ['transaction-nesting', 'commit'],
  ['syntax-error', 'alter tabel webhook add column n int'],
  ['in a file that ends in .finish.sql', 'drop function due_webhooks(integer)'],
  ['in a file that ends in .finish.sql', `alter type stage rename value 'new' to 'fresh'`],
  ['in batches', 'update webhook set url = lower(url)'],
  ['in batches', 'delete from webhook where url is null'],
  ['in batches', 'truncate webhook'],
  ['in batches', 'with gone as (delete from webhook returning id) select count(*) from gone'],
  ['without an explicit lock', 'lock table webhook in exclusive mode'],
  ['The runner sets', `set local lock_timeout = '1min'`],
  ['as a statement', 'do $$ begin update webhook set url = null; end $$'],
  ['while it is copied', 'alter table webhook set unlogged'],
  ['while it is copied', 'vacuum full webhook'],
] as const;

test.each(planted)('refused with "%s": %s', (words, sql) => {
  const problems = lint({ '0001_change.sql': `-- Why.\n${sql}` });
  expect(problems.join('\n')).toContain(words);
  expect(problems[0]).toMatch(/^0001_change\.sql:[23]: /);
});

test.each([
  'alter table webhook add column note text',
  `alter table webhook add column seen_at timestamptz not null default now()`,
  'alter table webhook add constraint short check (length(url) < 100) not valid',
  'alter table webhook add foreign key (id) references prospect not valid',
  'alter table webhook add constraint one unique using index webhook_url',
  'alter table webhook validate constraint short',
  'create table note (id uuid primary key, text text not null); create index on note (id)',
  'drop function due(); create function due(at timestamptz default now()) returns int language sql as $$ select 1 $$',
  `create function clean() returns void language sql as $$ delete from webhook $$`,
  `insert into plan (id, name) values ('update', 'a; delete')`,
])('accepted: %s', (sql) => {
  expect(lint({ '0001_change.sql': sql })).toEqual([]);
});

test('a change that finishes an upgrade may remove what the previous version used', () => {
  const text = 'alter table webhook drop column due_at; drop table prospect; drop function due()';
  expect(lint({ '0001_due.finish.sql': text })).toEqual([]);
  expect(lint({ '0001_due.sql': text })).toHaveLength(3);
});

test('an online change builds and drops indexes concurrently, and nothing else', () => {
  const build =
    'drop index concurrently if exists webhook_url;\ncreate index concurrently webhook_url on webhook (url)';
  expect(lint({ '0001_index.online.sql': build })).toEqual([]);
  expect(lint({ '0001_index.sql': build })).not.toEqual([]);
  expect(lint({ '0001_index.online.sql': 'alter table webhook add column n int' })).toEqual([
    '0001_index.online.sql:1: A file that ends in .online.sql drops and creates indexes concurrently.',
  ]);
});
