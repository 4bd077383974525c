import { gzipSync } from 'node:zlib';
import type { Import } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { importsClient } from '../../test/imports/imports-client.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const {
  upload,
  postFile: ask,
  workspace,
  checksums: rowsOfTables,
  token,
} = await importsClient(service);

const keptRows = ({ id }: Import) =>
  service.owner.query<{ number: number; cells: string[]; problem: string | null }>(sql`
    select number, cells, problem from import_row
    where workspace_id = ${workspace.id} and import_id = ${id} order by number`);

const utf16 = (text: string, mark: string) => Buffer.from(mark + text, 'utf16le');
const windows1252 = (text: string) => Buffer.from(text, 'latin1');

describe('the format of a file is detected', () => {
  const german = 'Name;Ort\r\nJürgen Groß;Köln\r\n';
  const expected = [['Jürgen Groß', 'Köln']];

  test.each<[string, string | Uint8Array, Partial<Import>, string[][]]>([
    ['commas', 'Name,Ort\nJürgen Groß,Köln\n', { delimiter: ',' }, expected],
    ['semicolons', german, { delimiter: ';' }, expected],
    ['tabs', 'Name\tOrt\nJürgen Groß\tKöln\n', { delimiter: '\t' }, expected],
    ['pipes', 'Name|Ort\nJürgen Groß|Köln\n', { delimiter: '|' }, expected],
    ['a line that names the delimiter', `sep=;\r\n${german}`, { delimiter: ';' }, expected],
    [
      'commas in cells between semicolons',
      'Name;Ort\nGroß, Jürgen;Köln, DE\nLi, Wei;"X"\n',
      { delimiter: ';' },
      [
        ['Groß, Jürgen', 'Köln, DE'],
        ['Li, Wei', 'X'],
      ],
    ],
    [
      'one column only',
      'Email\na@x.example\nb@x.example\n',
      { delimiter: ',' },
      [['a@x.example'], ['b@x.example']],
    ],
  ])('%s', async (_, file, expected, cells) => {
    const read = await upload(file);
    expect(read).toMatchObject({
      ...expected,
      rows: cells.length,
      encoding: 'utf-8',
      warnings: [],
    });
    expect((await keptRows(read)).map((row) => row.cells)).toEqual(cells);
  });

  test.each<[string, Uint8Array, Import['encoding'], boolean]>([
    ['UTF-8', Buffer.from(german), 'utf-8', false],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${german}`), 'utf-8', false],
    ['UTF-16, little end first', utf16(german, '\ufeff'), 'utf-16le', false],
    ['UTF-16, big end first', utf16(german, '\ufeff').swap16(), 'utf-16be', false],
    ['UTF-16 without a mark', utf16(german, ''), 'utf-16le', false],
    ['UTF-16 without a mark, big end first', utf16(german, '').swap16(), 'utf-16be', false],
    ['Windows-1252', windows1252(german), 'windows-1252', true],
  ])('%s', async (_, file, encoding, warns) => {
    const read = await upload(file);
    expect(read).toMatchObject({ encoding, rows: 1 });
    expect(read.columns.map(({ name }) => name)).toEqual(['Name', 'Ort']);
    expect((await keptRows(read)).map(({ cells }) => cells)).toEqual(expected);
    expect(read.warnings.some((warning) => warning.includes('Windows-1252'))).toBe(warns);
  });

  test('UTF-16 is detected by its byte order mark, in a script without zero bytes', async () => {
    const little = utf16('Имя;Город\nАнна;Київ\n', '\ufeff');
    for (const [file, encoding] of [
      [Buffer.from(little), 'utf-16le'],
      [Buffer.from(little).swap16(), 'utf-16be'],
    ] as const) {
      const read = await upload(file);
      expect(read).toMatchObject({ encoding, delimiter: ';' });
      expect(read.columns.map(({ guess }) => guess)).toEqual(['firstName', 'locationName']);
    }
  });

  test('a character split across chunks is decoded, and a late byte that is not UTF-8 is detected', async () => {
    const long = `Name,Note\n${'é'.repeat(70_000)},x\n`;
    const [row] = await keptRows(await upload(Buffer.from(`\n${long}`)));
    expect(row!.cells).toEqual(['é'.repeat(70_000), 'x']);
    const late = Buffer.concat([Buffer.from(long), Buffer.from([0xe9, 0x0a])]);
    expect((await upload(late)).encoding).toBe('windows-1252');
  });

  test.each<[string, string, string[][]]>([
    ['new lines and delimiters', 'A,B\n"x\r\ny","1,2"\n', [['x\r\ny', '1,2']]],
    ['doubled quotation marks', 'A,B\n"say ""hi""",2\n', [['say "hi"', '2']]],
    ['quotation marks inside a plain cell', 'A,B\n5" pipe,2\n', [['5" pipe', '2']]],
    ['something behind the closing mark', 'A,B\n"Big" Corp,2\n', [['"Big" Corp', '2']]],
    ['a space before the opening mark', 'A,B\n1, "2,3"\n', [['1', '2,3']]],
    [
      'mixed line ends',
      'A,B\r\n1,2\n3,4\r5,6',
      [
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
    ],
  ])('quoted cells: %s', async (_, file, cells) => {
    expect((await keptRows(await upload(file))).map((row) => row.cells)).toEqual(cells);
  });

  test('short rows, empty rows and extra empty cells are accepted', async () => {
    const read = await upload('Name,B,C\n1\n\n,,\n 2,3\n4,5,6,,,\n');
    expect(read).toMatchObject({ rows: 3, warnings: [] });
    expect(await keptRows(read)).toEqual([
      { number: 2, cells: ['1'], problem: null },
      { number: 5, cells: ['2', '3'], problem: null },
      { number: 6, cells: ['4', '5', '6'], problem: null },
    ]);
  });

  test('a row with too many cells, or with NUL, is stored and reported as a problem', async () => {
    const read = await upload('A,B\n1,2,3\na\0b,2\nx,y\n');
    expect(read.rows).toBe(3);
    expect(await keptRows(read)).toEqual([
      {
        number: 2,
        cells: ['1', '2', '3'],
        problem: expect.stringContaining('3 cells, but the header has 2'),
      },
      { number: 3, cells: ['a\ufffdb', '2'], problem: expect.stringContaining('NUL') },
      { number: 4, cells: ['x', 'y'], problem: null },
    ]);
    expect(read.warnings[0]).toMatch(/^2 rows will fail\. First: row 2: /);
  });
});

describe('the first row contains the column names', () => {
  test('duplicate and missing names are made unique, with a warning', async () => {
    const { columns, warnings } = await upload('Email,Email,,Email,\na@x.example,2,3,4\n');
    expect(columns.map(({ name }) => name)).toEqual([
      'Email',
      'Email (2)',
      'Column 3',
      'Email (3)',
    ]);
    expect(warnings).toEqual([
      'Several columns are named "Email". Those after the first got a number.',
      'Columns without a name were numbered: Column 3.',
    ]);
  });

  test('each column has its first values and a guess of its field', async () => {
    const { columns } = await upload(
      'Vorname,Kontakt,X\nAmara,,1\nBo,bo@x.example,\nCy,cy@x.example,\nDi,di@x.example,2\n',
    );
    expect(columns).toEqual([
      { name: 'Vorname', guess: 'firstName', sample: ['Amara', 'Bo', 'Cy'] },
      { name: 'Kontakt', guess: 'email', sample: ['bo@x.example', 'cy@x.example', 'di@x.example'] },
      { name: 'X', guess: null, sample: ['1', '2'] },
    ]);
  });

  test('a file without identity columns gets a warning', async () => {
    const { warnings } = await upload('A,B\n1,2\n');
    expect(warnings).toEqual([expect.stringContaining('No column was recognized')]);
  });
});

describe('a file of another format is 422 with a message that names the format', () => {
  const header = 'Name,Email\n';
  test.each<[string, string | Uint8Array, RegExp]>([
    ['nothing', '', /is empty/],
    ['empty rows', '\r\n,,\r\n \r\n', /only empty rows/],
    ['a header alone', header, /no data rows/],
    [
      'a workbook',
      Buffer.from('504b0304140006000800', 'hex'),
      /Excel workbook or a ZIP.*save it as CSV/,
    ],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old Excel workbook/],
    ['a PDF', '%PDF-1.7\n%âãÏÓ\n1 0 obj', /PDF/],
    ['a compressed file', gzipSync(header), /gzip/],
    ['an image', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /image/],
    ['a web page', '<!doctype html><table><tr><td>Name', /web page/],
    ['contact cards', 'BEGIN:VCARD\r\nVERSION:4.0\r\n', /vCard/],
    ['JSON', '[{"fullName":"Amara"}]', /JSON/],
    [
      'bytes',
      Buffer.from(Array.from({ length: 500 }, (_, n) => (n * 37) % 256)),
      /not a text file/,
    ],
    ['people without a header', 'Amara,amara@x.example\nBo,bo@x.example\n', /first row/],
    [
      '10,000 columns',
      `${Array.from({ length: 10_000 }, (_, n) => `c${n}`).join()}\n1\n`,
      /10,000 columns; the maximum is 500/,
    ],
    [
      'long column names',
      `Email,${'x'.repeat(20_000)}\na@x.example,1\n`,
      /20,005 characters in total; the maximum is 20,000/,
    ],
    ['an open quotation mark', 'Name,Note\nA,x\nB,"y\nC,z\n', /unclosed quotation mark in row 3/],
    [
      'a row without end',
      `${header}A,"${'x'.repeat(1_000_001)}"\n`,
      /more than 1,000,000 characters in row 2/,
    ],
  ])('%s', async (_, file, message) => {
    const before = await rowsOfTables();
    const { status, error } = await ask(file);
    expect(status).toBe(422);
    expect(error.fieldErrors.file).toEqual([expect.stringMatching(message)]);
    expect(await rowsOfTables()).toEqual(before);
  });

  test('more than 250,000 rows are rejected; 500 columns are accepted', async () => {
    const { error } = await ask(`A\n${'1\n'.repeat(250_001)}`);
    expect(error.message).toBe('file has more than 250,000 rows; split it into several files.');
    const wide = Array.from({ length: 500 }, (_, n) => `c${n}`).join();
    expect((await upload(`${wide}\n1\n`)).columns).toHaveLength(500);
  });
});

test('an upload adds no prospects, can be read again, and is in the audit log', async () => {
  const account = await importsClient(service);
  const file = await account.upload('Email\na@x.example\n', 'Fair – März.csv');
  expect(file).toMatchObject({ name: 'Fair – März.csv', rows: 1 });
  expect(await account.prospects()).toEqual([]);
  const path = `/api/v1/manage/imports/${file.id}`;
  expect((await service.call(account.token, 'GET', path)).data).toEqual({ import: file });
  expect((await service.call(token, 'GET', path)).error.code).toBe('not_found');
  const admin = await account.workspace.token('admin');
  const { data } = await service.call(admin, 'GET', '/api/v1/manage/audit');
  expect(data.entries).toMatchObject([
    { action: 'import.uploaded', target: file.id, detail: { rows: 1 } },
  ]);
  expect((await account.upload('Email\na@x.example\n')).name).toBe('import.csv');
});
