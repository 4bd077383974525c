import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { importsClient } from '../../test/imports/imports-client.ts';
import { createPlan } from '../../test/leads-client.ts';
import { testQueue } from '../../test/queue/workers.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const queue = await testQueue([], service.database);
await queue.startWorker([]);

/** A file with this many new people. */
const fileOf = (count: number) =>
  `Name,Email\n${Array.from({ length: count }, (_, n) => `Person ${n},${randomUUID()}@x.example\n`).join('')}`;

test('every row of a file is imported with the source csv, on the list and with the tag', async () => {
  const { upload, finish, prospects, lists, boards, events, expectExactCounts, post } =
    await importsClient(service);
  await post([{ email: 'henrik@nordlys.example', title: 'Old' }]);
  const file = await upload(
    'Full name,Title,Company,LinkedIn,Website,Email,Phone,City\n' +
      'Amara Okafor,Head,Saltmarsh,linkedin.com/in/amara-o,saltmarsh.example,Amara@Saltmarsh.example,+49 30 901820,Lagos\n' +
      ', New ,,,,HENRIK@nordlys.example,,\n',
  );
  const task = await finish('run', file.id, { listName: 'Fair', tagName: 'Met' });
  expect(task).toMatchObject({
    kind: 'import',
    status: 'done',
    total: 2,
    done: 2,
    failed: 0,
    counts: { inserted: 1, updated: 1, skipped: 0, repeated: 0, failed: 0, quotaBlocked: 0 },
    undoable: false,
  });
  const people = await prospects();
  expect(people).toHaveLength(2);
  expect(people.find(({ fullName }) => fullName === 'Amara Okafor')).toMatchObject({
    firstName: 'Amara',
    title: 'Head',
    companyName: 'Saltmarsh',
    linkedinUrl: 'https://www.linkedin.com/in/amara-o',
    website: 'saltmarsh.example',
    email: 'amara@saltmarsh.example',
    phone: '+4930901820',
    locationName: 'Lagos',
    sourceType: 'csv',
    lists: [{ name: 'Fair' }],
    tags: [{ name: 'Met' }],
  });
  expect(people.find(({ title }) => title === 'New')).toMatchObject({
    email: 'henrik@nordlys.example',
    sourceType: 'extension',
    lists: [{ name: 'Fair' }],
    tags: [{ name: 'Met' }],
  });
  expect(await lists()).toMatchObject([{ name: 'Fair', count: 2 }]);
  expect((await boards()).tags).toMatchObject([{ name: 'Met', count: 2 }]);
  expect(await events('list.member_added')).toHaveLength(2);
  expect(await events('prospect.tagged')).toHaveLength(2);
  await expectExactCounts();
});

test('with onMatch: fill, a file only fills blanks, in the dry run and in the real run', async () => {
  const { upload, finish, prospects, post } = await importsClient(service);
  await post([{ email: 'amara@saltmarsh.example', fullName: 'Amara Okafor', title: 'Head' }]);
  const file = await upload(
    'Email,Name,Title,City\namara@saltmarsh.example,Someone Else,Buyer,Lagos\n',
  );
  const expected = { counts: { updated: 1 } };
  expect(await finish('dry-run', file.id, { onMatch: 'fill' })).toMatchObject(expected);
  expect(await finish('run', file.id, { onMatch: 'fill' })).toMatchObject(expected);
  expect(await prospects()).toMatchObject([
    { fullName: 'Amara Okafor', title: 'Head', locationName: 'Lagos' },
  ]);
  await finish('run', file.id);
  expect(await prospects()).toMatchObject([{ fullName: 'Someone Else', title: 'Buyer' }]);
});

test('invalid rows fail with number, reason and cells, and the others are imported', async () => {
  const { upload, finish, failures, prospects, post } = await importsClient(service);
  await post([{ email: 'one@x.example' }, { linkedinUrl: 'linkedin.com/in/two' }]);
  const file = await upload(
    [
      'Name,Email,LinkedIn,Title',
      'Good,good@x.example,,',
      ',not an address,,',
      ',,,only a title',
      `${'x'.repeat(301)},,not a page,`,
      'Mixed,one@x.example,linkedin.com/in/two,',
      'Wide,wide@x.example,,,surplus',
      'N\0L,nul@x.example,,',
      'Good too,good.too@x.example,,',
    ].join('\n'),
  );
  const task = await finish('run', file.id);
  expect(task).toMatchObject({
    status: 'done',
    done: 8,
    failed: 6,
    counts: { inserted: 2, updated: 0, skipped: 0, repeated: 0, failed: 6, quotaBlocked: 0 },
  });
  const failed = await failures(task.id);
  expect(failed.map(({ number, reason }) => [number, reason])).toEqual([
    [3, 'Email must be a valid email address.'],
    [4, 'The row has no name, email or LinkedIn URL.'],
    [5, 'Name must be at most 300 characters long. LinkedIn must be a URL.'],
    [6, expect.stringMatching(/^The email belongs to one prospect and the LinkedIn URL/)],
    [7, expect.stringMatching(/^The row has 5 cells, but the header has 4\./)],
    [8, 'The row contains a NUL character. Remove it.'],
  ]);
  expect(failed[0]!.row).toEqual({ Name: '', Email: 'not an address', LinkedIn: '', Title: '' });
  expect(failed[4]!.row).toMatchObject({ Name: 'Wide', 'Column 5': 'surplus' });
  const stored = await service.owner.query(sql`
    select "row" from task_failure where task_id = ${task.id} order by number limit 1`);
  expect(stored).toEqual([{ row: ['', 'not an address'] }]);
  expect(await prospects()).toHaveLength(4);
});

test('failed rows can be downloaded as a file that can be corrected and imported again', async () => {
  const { upload, finish, failuresFile, prospects } = await importsClient(service);
  const first = await upload(
    'Name;Email;Note\nGood;good@x.example;\n=cmd|x;bad(at)x.example;"two\nlines"\nWide;w@x.example;n;surplus\n',
  );
  const task = await finish('run', first.id);
  const file = await failuresFile(task.id);
  expect(file).toBe(
    '\ufeff"Name","Email","Note","reason"\r\n' +
      `"'=cmd|x","bad(at)x.example","two\nlines","Email must be a valid email address."\r\n` +
      '"Wide","w@x.example","n","The row has 4 cells, but the header has 3. Put values that contain the delimiter in quotation marks.","surplus"\r\n',
  );
  const again = await finish('run', (await upload(file)).id);
  expect(again.counts).toMatchObject({ failed: 2 });
  expect(await failuresFile(again.id)).toBe(
    file.replace('has 4 cells, but the header has 3', 'has 5 cells, but the header has 4'),
  );

  const corrected = file.replace('bad(at)x', 'bad@x').replace(',"surplus"', '');
  expect((await finish('run', (await upload(corrected)).id)).counts).toMatchObject({ inserted: 2 });
  expect((await prospects()).map(({ fullName }) => fullName).sort()).toEqual([
    '=cmd|x',
    'Good',
    'Wide',
  ]);
});

test('for a repeated prospect the later row wins, within a slice or across slices, and it counts once', async () => {
  const { upload, finish, prospects, expectExactCounts } = await importsClient(service);
  const twice = (rows: string[]) => `Email,Title,City\n${rows.join('\n')}\n`;
  const between = Array.from({ length: 250 }, (_, n) => `between.${n}@x.example,,`);
  const near = ['near@x.example,First,Lagos', 'near@x.example,Second,', 'near@x.example,,'];
  const far = ['far@x.example,First,Lagos', ...between, 'far@x.example,Second,', 'far@x.example,,'];
  expect((await finish('run', (await upload(twice(near))).id, { listName: 'L' })).counts).toEqual({
    inserted: 1,
    updated: 0,
    skipped: 0,
    repeated: 2,
    failed: 0,
    quotaBlocked: 0,
  });
  expect((await finish('run', (await upload(twice(far))).id, { listName: 'L' })).counts).toEqual({
    inserted: 251,
    updated: 0,
    skipped: 0,
    repeated: 2,
    failed: 0,
    quotaBlocked: 0,
  });
  const people = (await prospects()).filter(({ email }) => /^(near|far)@/.test(email!));
  expect(people.map(({ title, locationName }) => [title, locationName])).toEqual([
    ['Second', 'Lagos'],
    ['Second', 'Lagos'],
  ]);
  await expectExactCounts();
});

test('rows over the quota fail with the date of the reset, and existing prospects are still updated', async () => {
  const { upload, finish, failures, prospects, workspace } = await importsClient(
    service,
    await createPlan(service, 3),
  );
  const file = await upload(fileOf(5));
  const task = await finish('run', file.id);
  expect(task).toMatchObject({ failed: 2, counts: { inserted: 3, quotaBlocked: 2, failed: 0 } });
  for (const { reason } of await failures(task.id))
    expect(reason).toMatch(/^The monthly import quota is used up\. .* on or after \d{4}-\d\d-01/);
  expect(await prospects()).toHaveLength(3);
  expect((await finish('run', file.id)).counts).toMatchObject({ skipped: 3, quotaBlocked: 2 });
  const { data } = await service.call(await workspace.token('viewer'), 'GET', '/session');
  expect(data.quota.remaining).toBe(0);
});

describe('a mapping', () => {
  test('with an unknown column, or without an identity field, is 422', async () => {
    const { upload, start } = await importsClient(service);
    const file = await upload('Email,Title\na@x.example,x\n');
    for (const what of ['run', 'dry-run'] as const) {
      const { error } = await start(what, file.id, { mapping: { email: 'E-Mail', title: 'T' } });
      expect(error.fieldErrors).toEqual({
        email: ['"E-Mail" is not a column of this file'],
        title: ['"T" is not a column of this file'],
      });
      const nobody = await start(what, file.id, { mapping: { title: 'Title' } });
      expect(Object.keys(nobody.error.fieldErrors)).toEqual(['mapping']);
      expect((await start(what, file.id, { listId: randomUUID() })).error.code).toBe('not_found');
    }
    const unknown = await upload('A,B\n1,2\n');
    expect(Object.keys((await start('run', unknown.id)).error.fieldErrors)).toEqual(['mapping']);
  });
});

test('an import is in the audit log, and a file can be imported only in its own workspace [ids.not-found]', async () => {
  const { upload, finish, workspace } = await importsClient(service);
  const file = await upload(fileOf(1));
  const other = await importsClient(service);
  for (const what of ['run', 'dry-run'] as const)
    expect((await other.start(what, file.id)).error.code).toBe('not_found');
  const task = await finish('run', file.id);
  const admin = await workspace.token('admin');
  const { data } = await service.call(admin, 'GET', '/api/v1/manage/audit');
  expect(data.entries).toMatchObject([
    { action: 'task.started', target: task.id, detail: { kind: 'import', importId: file.id } },
    { action: 'import.uploaded' },
  ]);
});
