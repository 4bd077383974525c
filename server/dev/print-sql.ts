import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import pg from 'pg';

/** Prints each SQL statement of a request with its values. Statements outside requests are left out. */
export function printSql(): void {
  const requests = new AsyncLocalStorage<string>();
  subscribe('http.server.request.start', (message) => {
    const { method, url } = (message as { request: IncomingMessage }).request;
    requests.enterWith(`${method} ${url}`);
  });
  const { prototype } = pg.Client;
  const query: (...args: unknown[]) => unknown = Reflect.get(prototype, 'query');
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const request = requests.getStore();
    if (request !== undefined) console.error(`${request}\n  ${describeStatement(args)}`);
    return query.apply(this, args);
  } as typeof prototype.query;
}

function describeStatement([statement, list]: unknown[]): string {
  const { text, values = list } =
    typeof statement === 'string'
      ? { text: statement }
      : (statement as { text: string; values?: unknown });
  const shown = (Array.isArray(values) ? values : []).map((value) =>
    Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
  );
  return `${text.replace(/\s+/g, ' ').trim()}  ${JSON.stringify(shown)}`;
}
