import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { Task } from '@outcrop/contract';
import { sql } from '../server/src/platform/db/index.ts';
import { testWorkspace } from '../server/test/accounts.ts';
import { boardCounts } from '../server/test/workspace-checksums.ts';
import { type TortureEnvironment, withNewEnvironment } from './environment.ts';

/** Imports and exports a large file; checks the result and prints the durations. */
export async function runImports(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, strict: false, options: { rows: { type: 'string' } } });
  const rows = Number(values.rows ?? 100_000);
  console.log(`import: ${rows} rows`);
  return withNewEnvironment(async (environment) => {
    const workspace = await testWorkspace(environment.owner, 'scale');
    const { post, get, ended: finished } = callerOf(environment, await workspace.token('member'));
    const problems: string[] = [];
    const expect = (label: string, actual: unknown, expected: unknown) => {
      if (!isDeepStrictEqual(actual, expected))
        problems.push(
          `${label}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`,
        );
    };
    const withTiming = async <T>(label: string, work: () => Promise<T>): Promise<T> => {
      const started = performance.now();
      const result = await work();
      const seconds = (performance.now() - started) / 1_000;
      console.log(
        `  ${label}: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows per second; ` +
          `peak memory: API ${peakMemory(environment.api.pid)}, worker ${peakMemory(environment.worker.pid)}`,
      );
      return result;
    };
    const counts = (changed: Partial<Record<string, number>>) => ({
      failed: 0,
      skipped: 0,
      updated: 0,
      repeated: 0,
      inserted: 0,
      quotaBlocked: 0,
      ...changed,
    });

    const file = fileOf(rows);
    const { import: read } = await withTiming(`upload of ${file.length >> 20} MiB`, () =>
      post('/imports', file, 'text/csv'),
    );
    expect('rows', read.rows, rows);
    const options = JSON.stringify({ listName: 'Fair', tagName: 'Met' });
    const finish = async (path: string, body: string): Promise<Task> =>
      finished((await post(path, body, 'application/json')).task.id);

    const dry = await withTiming('dry run', () => finish(`/imports/${read.id}/dry-run`, options));
    expect('dry run', dry.counts, counts({ inserted: rows }));
    const run = await withTiming('run', () => finish(`/imports/${read.id}/run`, options));
    expect('run', run.counts, counts({ inserted: rows }));
    const again = await withTiming('run again', () => finish(`/imports/${read.id}/run`, options));
    expect('run again', again.counts, counts({ skipped: rows }));

    const exported = await withTiming('export', () => finish('/exports', '{"columns":["email"]}'));
    const addresses = (await get(`/exports/${exported.id}/file`)).split('\r\n').slice(1, -1);
    expect('different addresses', new Set(addresses).size, rows);
    expect('addresses', addresses.length, rows);
    const { shown, counted } = await boardCounts(environment.owner, workspace.id);
    expect('counts', shown, counted);
    const [events] = await environment.owner.query<{ count: number }>(sql`
      select count(distinct prospect_id)::int as count from event
      where workspace_id = ${workspace.id} and type = 'prospect.created'`);
    expect('prospects with a created event', events!.count, rows);
    for (const problem of problems) console.log(`  ✗ ${problem}`);
    if (problems.length === 0) console.log('  All checks passed.');
    return problems.length === 0;
  });
}

const fileOf = (rows: number): string =>
  `First name,Last name,Title,Company,Email,LinkedIn,Phone,City,Notes\r\n${Array.from(
    { length: rows },
    (_, n) =>
      `Amara ${n},Okafor,"Head of Procurement, EMEA",Saltmarsh Foods ${n % 977},amara.${n}@saltmarsh${n % 977}.example,` +
      `https://www.linkedin.com/in/amara-okafor-${n},+49 30 ${100_000 + n},Lagos,met at stand C ${n}\r\n`,
  ).join('')}`;

const peakMemory = (pid: number): string => {
  const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return `${Math.round(Number(kib) / 1_024)} MiB`;
};

function callerOf({ api }: TortureEnvironment, token: string) {
  const send = async (path: string, request: RequestInit = {}): Promise<Response> => {
    const response = await fetch(`${api.origin}/api/v1/manage${path}`, {
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${token}` },
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response;
  };
  const dataOf = async (response: Response) =>
    // biome-ignore lint/suspicious/noExplicitAny: the path decides the type.
    ((await response.json()) as { data: any }).data;
  return {
    post: async (path: string, body: string, type: string) =>
      dataOf(await send(path, { method: 'POST', body, headers: { 'content-type': type } })),
    get: async (path: string) => (await send(path)).text(),
    ended: async (taskId: string): Promise<Task> => {
      for (;;) {
        const { task } = await dataOf(await send(`/tasks/${taskId}`));
        if (task.finishedAt !== null) return task;
        await sleep(250);
      }
    },
  };
}
