import { createRequire } from 'node:module';
import type { Sql, Tx } from '../server/src/platform/db/index.ts';

const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue: (value: unknown) => string | Buffer | null;
};

/** The statements of one request, grouped by round trip. */
export type RoundTrips = string[][];

/** Wraps a transaction and records its statements by round trip. */
export function capture(tx: Tx): { tx: Tx; flights: () => Promise<RoundTrips> } {
  const recorded: RoundTrips = [[]];
  const deferred: string[] = [];
  const beforeCommit: (() => Promise<void>)[] = [];
  let answered = false;
  const add = (statement: Sql) => {
    if (answered) recorded.push([]);
    answered = false;
    recorded.at(-1)!.push(...deferred.splice(0), asText(statement));
  };
  const watched = new Proxy(tx, {
    get(target, name) {
      if (name === 'defer') return (statement: Sql) => deferred.push(asText(statement));
      if (name === 'beforeCommit') return (work: () => Promise<void>) => beforeCommit.push(work);
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return async (statement: Sql) => {
        add(statement);
        const result: unknown = await Reflect.apply(member, target, [statement]);
        answered = true;
        return result;
      };
    },
  });
  const opening = [
    'begin',
    `set local app.workspace_id = '${tx.workspaceId}'`,
    'set local statement_timeout = 5000',
    'set local lock_timeout = 2000',
    'set local idle_in_transaction_session_timeout = 10000',
  ];
  return {
    tx: watched,
    flights: async () => {
      await Promise.all(beforeCommit.map((work) => work()));
      const [first = [], ...rest] = recorded;
      return [[...opening, ...first], ...rest, [...deferred, 'commit']];
    },
  };
}

/** A statement with its values inlined. */
function asText({ text, values }: Sql): string {
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
