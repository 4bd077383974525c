import {
  type MailboxImportResult,
  type ManageResult,
  manageEndpoints,
  maxCsvMailboxes,
} from '@outcrop/contract';
import { isEmail, storedEmail } from '@outcrop/contract/identity';
import { type CsvError, parse } from 'csv-parse/sync';
import { recordAudit } from '../core/audit/record-audit.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { cleanInput, type InputIssue } from '../platform/clean-input.ts';
import { byteOrderMark } from '../platform/csv.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { invalidField } from '../platform/error.ts';
import { checkInput } from '../platform/validation.ts';
import {
  connectMailboxes,
  mailAccountsOf,
  serverProblems,
  type WrittenMailbox,
} from './connect-mailboxes.ts';
import { domainOf, guessServersOf } from './guess-servers.ts';
import { type MailboxDeps, requireAdminToShare } from './manage-mailboxes.ts';
import type { KnownServers } from './provider-rules.ts';

/** Connects the mailboxes of a CSV table that are valid, and returns a result for each row. */
export async function postMailboxesImport(
  call: ManageCall<'postMailboxesImport', MailboxDeps>,
): Promise<ManageResult<'postMailboxesImport'>> {
  const { body, caller, deps, actor } = call;
  const { shared = false } = body;
  if (shared) requireAdminToShare(caller);
  const { rows, ignored } = readTable(body.csv);
  const read = await readRows(deps.egress, rows);
  const valid = read.flatMap((row) => ('mailbox' in row ? [row] : []));
  const accounts = valid.flatMap(({ mailbox }) => mailAccountsOf(mailbox));
  if (!body.dryRun) await deps.attempts.allowMailAccounts(caller.workspaceId, accounts);
  const { data } = await call.commit(async (tx) => {
    const outcomes = await connectMailboxes({
      tx,
      sealing: deps.sealing,
      ownerId: caller.userId,
      shared,
      mailboxes: valid.map(({ mailbox }) => mailbox),
      at: new Date(),
    });
    const connected = valid.map(({ index, mailbox }, n): MailboxImportResult => {
      const address = storedEmail(mailbox.address);
      const outcome = outcomes[n]!;
      if ('refused' in outcome)
        return { index, status: 'failed', address, reason: outcome.refused };
      const detail = { address, shared };
      recordAudit({ tx, actor }, { action: 'mailbox.created', target: outcome.id, detail });
      const { id } = outcome;
      return { index, status: 'created', address, ...(!body.dryRun && { mailboxId: id }) };
    });
    const failed = read.flatMap((row) => ('mailbox' in row ? [] : [row]));
    const results = [...connected, ...failed].sort((a, b) => a.index - b.index);
    const created = results.filter(({ status }) => status === 'created').length;
    return {
      created,
      failed: results.length - created,
      results,
      ...(ignored.length > 0 && { warnings: ignored.slice(0, maxWarnings).map(toWarning) }),
    };
  });
  return data;
}

const maxWarnings = 20;
const toWarning = (column: string) => ({
  path: ['csv'],
  message: `unknown column "${column}", ignored`,
});

type ReadRow = { index: number; mailbox: WrittenMailbox } | MailboxImportResult;

/** The mailbox of each row, or why there is none. Servers that a row lacks are looked up. */
async function readRows(egress: Egress, rows: CsvRow[]): Promise<ReadRow[]> {
  const incomplete = rows.flatMap(({ address, smtp_host, imap_host }) =>
    address !== undefined && isEmail(address) && !(smtp_host && imap_host)
      ? [domainOf(address)]
      : [],
  );
  const guesses = await guessServersOf(egress, incomplete);
  const seenAddresses = new Set<string>();
  return rows.map((row, index): ReadRow => {
    const { address } = row;
    const guess = address !== undefined && isEmail(address) ? guesses.get(domainOf(address)) : null;
    const issues: InputIssue[] = [];
    const cleanBody = cleanInput(toBody(row, guess?.isSure ? guess : null), issues);
    const mailbox = checkInput(manageEndpoints.postMailboxes.body, cleanBody, issues);
    if (mailbox) issues.push(...serverProblems(egress, mailbox));
    if (row.password === undefined) issues.push({ path: ['password'], message: 'is required' });
    const shown = address === undefined ? {} : { address: address.slice(0, 320) };
    const failed = { index, status: 'failed' as const, ...shown };
    if (!mailbox || issues.length > 0) {
      const lacksServers = issues.every(({ path }) => path.length === 1 && isServer(path[0]!));
      if (lacksServers) return { ...failed, reason: 'settings_unknown' };
      return { ...failed, reason: 'invalid', issues: issues.slice(0, 20).map(byColumn) };
    }
    const key = storedEmail(mailbox.address);
    if (seenAddresses.has(key)) return { ...failed, reason: 'repeated' };
    seenAddresses.add(key);
    return { index, mailbox };
  });
}

const isServer = (field: string | number) => field === 'smtp' || field === 'imap';

/** The row as the body of `POST /mailboxes`. */
const toBody = (row: CsvRow, guess: KnownServers | null) => ({
  address: row.address,
  name: row.name,
  password: row.password,
  smtp: serverOf(row, 'smtp') ?? guess?.smtp,
  imap: serverOf(row, 'imap') ?? guess?.imap,
  dailyLimit: numberIn(row.daily_limit),
  timeZone: row.time_zone,
});

const defaultPorts = { smtp: 465, imap: 993 };
/** Connections to these ports begin unencrypted, until STARTTLS. */
const startTlsPorts: unknown[] = [25, 143, 587];

function serverOf(row: CsvRow, kind: 'smtp' | 'imap') {
  const host = row[`${kind}_host`];
  if (host === undefined) return undefined;
  const port = numberIn(row[`${kind}_port`]) ?? defaultPorts[kind];
  const security =
    row[`${kind}_security`]?.toLowerCase() ?? (startTlsPorts.includes(port) ? 'starttls' : 'tls');
  return { host, port, security, user: row[`${kind}_user`] };
}

/** Other text stays as it is, so that the validation rejects it. */
const numberIn = (cell: string | undefined): number | string | undefined =>
  cell !== undefined && /^\d{1,9}$/.test(cell) ? Number(cell) : cell;

/** `smtp.host` is the column `smtp_host`. */
const byColumn = ({ path, message }: InputIssue) => ({
  path: [path.join('_').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)],
  message,
});

const columns = [
  'address',
  'name',
  'password',
  'smtp_host',
  'smtp_port',
  'smtp_security',
  'smtp_user',
  'imap_host',
  'imap_port',
  'imap_security',
  'imap_user',
  'daily_limit',
  'time_zone',
] as const;
type Column = (typeof columns)[number];

/** The cells of a row that are not empty. */
type CsvRow = Partial<Record<Column, string>>;

interface CsvTable {
  rows: CsvRow[];
  /** Columns with unknown names. */
  ignored: string[];
}

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');
const columnOf = new Map<string, Column>([
  ...columns.map((column) => [plainName(column), column] as const),
  ['email', 'address'],
  ['emailaddress', 'address'],
  ['timezone', 'time_zone'],
]);

const maxNameLength = 100;
const maxRowLength = 10_000;

/** Reads a table with a header; throws 422 if the text is not one. */
function readTable(text: string): CsvTable {
  const [header = [], ...records] = recordsOf(text.replace(byteOrderMark, ''));
  const names = header.map((name) => columnOf.get(plainName(name.slice(0, maxNameLength))));
  const missing = (['address', 'password'] as const).filter((name) => !names.includes(name));
  if (missing.length > 0) throw invalidField('csv', `needs the columns ${missing.join(' and ')}`);
  const repeated = names.find((name, index) => name && names.indexOf(name) !== index);
  if (repeated) throw invalidField('csv', `has the column ${repeated} twice`);
  if (records.length > maxCsvMailboxes)
    throw invalidField('csv', `must have at most ${maxCsvMailboxes} rows`);
  return {
    rows: records.map((cells) =>
      Object.fromEntries(
        names.flatMap((name, index) => {
          const cell = cells[index]?.trim() ?? '';
          return name && cell !== '' ? [[name, cell]] : [];
        }),
      ),
    ),
    ignored: header
      .filter((name, index) => !names[index] && name.trim() !== '')
      .map((name) => name.trim().slice(0, maxNameLength)),
  };
}

function recordsOf(text: string): string[][] {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      ltrim: true,
      skip_records_with_empty_values: true,
      max_record_size: maxRowLength,
      // The header, and one row too many, which shows that the limit is exceeded.
      to: maxCsvMailboxes + 2,
    });
  } catch (error) {
    const { code } = error as CsvError;
    if (code === 'CSV_QUOTE_NOT_CLOSED')
      throw invalidField('csv', 'has an unclosed quotation mark');
    if (code === 'CSV_MAX_RECORD_SIZE')
      throw invalidField('csv', 'has a row that is too long; check for an unclosed quotation mark');
    throw error;
  }
}

/** The delimiter that is most frequent in the header. */
function delimiterOf(text: string): string {
  const header = text.slice(0, maxRowLength).split(/[\r\n]/, 1)[0]!;
  const counted = [',', ';', '\t'].map((mark) => [mark, header.split(mark).length] as const);
  return counted.toSorted((a, b) => b[1] - a[1])[0]![0];
}
