import { createRequire } from 'node:module';
import type { Tx } from '../server/src/platform/db/index.ts';

const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue: (value: unknown) => string | Buffer | null;
};

type SqlStatement = Parameters<Tx['run']>[0];

/** The statements of one request, grouped by round trip. */
export type RoundTrips = string[][];

/** Wraps a transaction and records its statements by round trip. */
export function captureRoundTrips(tx: Tx): { tx: Tx; flights: () => Promise<RoundTrips> } {
  const recorded: RoundTrips = [[]];
  const deferred: string[] = [];
  const beforeCommit: (() => Promise<void>)[] = [];
  let answered = false;
  const record = async <Result>(
    statement: SqlStatement,
    result: Promise<Result>,
  ): Promise<Result> => {
    if (answered) recorded.push([]);
    answered = false;
    recorded.at(-1)!.push(...deferred.splice(0), asText(statement));
    await result;
    answered = true;
    return result;
  };
  // Every member by name, so that a new one of Tx is not recorded as a statement by mistake.
  const watched: { [Member in keyof Tx]: Tx[Member] } = {
    workspaceId: tx.workspaceId,
    rows: (statement) => record(statement, tx.rows(statement)),
    run: (statement) => record(statement, tx.run(statement)),
    defer: (statement) => void deferred.push(asText(statement)),
    beforeCommit: (work) => void beforeCommit.push(work),
    afterCommit: () => {},
    discard: () => tx.discard(),
    commit: () => tx.commit(),
    rollback: () => tx.rollback(),
  };
  const opening = [
    'begin',
    `set local app.workspace_id = '${tx.workspaceId}'`,
    'set local statement_timeout = 5000',
    'set local lock_timeout = 2000',
    'set local idle_in_transaction_session_timeout = 10000',
  ];
  return {
    tx: watched as Tx,
    flights: async () => {
      await Promise.all(beforeCommit.map((work) => work()));
      const [first = [], ...rest] = recorded;
      return [[...opening, ...first], ...rest, [...deferred, 'commit']];
    },
  };
}

/** A statement with its values inlined. */
function asText({ text, values }: SqlStatement): string {
  const literal = (value: unknown) => {
    const prepared = prepareValue(value);
    if (prepared === null) return 'null';
    const plain = Buffer.isBuffer(prepared) ? `\\x${prepared.toString('hex')}` : prepared;
    return `'${plain.replaceAll("'", "''")}'`;
  };
  return text
    .replaceAll(/\$(\d+)/g, (_, index: string) => literal(values[Number(index) - 1]))
    .replaceAll(/\s+/g, ' ')
    .trim();
}
