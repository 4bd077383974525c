import { createRequire } from 'node:module';
import type { Sql, Tx } from '../server/src/platform/db/index.ts';

const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue: (value: unknown) => string | Buffer | null;
};

/** The statements of one request, in the flights in which they travelled. */
export type Flights = string[][];

/** Stands between a handler and its transaction and writes down what is asked, and what with what. */
export function watch(tx: Tx): { tx: Tx; flights: () => Flights } {
  const asked: Flights = [[]];
  const atCommit: string[] = [];
  let answered = false;
  const note = (statement: Sql) => {
    if (answered) asked.push([]);
    answered = false;
    asked.at(-1)!.push(asText(statement));
  };
  const watched = new Proxy(tx, {
    get(target, name) {
      if (name === 'atCommit') return (statement: Sql) => atCommit.push(asText(statement));
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return async (statement: Sql) => {
        note(statement);
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
    flights: () => {
      const [first = [], ...rest] = asked;
      return [[...opening, ...first], ...rest, [...atCommit, 'commit']];
    },
  };
}

/** A statement with its values in it, as a script can send it. */
function asText({ text, values }: Sql): string {
  const literal = (value: unknown) => {
    const prepared = prepareValue(value);
    if (prepared === null) return 'null';
    const plain = Buffer.isBuffer(prepared) ? `\\x${prepared.toString('hex')}` : prepared;
    return `'${plain.replaceAll("'", "''")}'`;
  };
  return text
    .replaceAll(/\$(\d+)/g, (_, place: string) => literal(values[Number(place) - 1]))
    .replaceAll(/\s+/g, ' ')
    .trim();
}
