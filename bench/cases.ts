import { createHash } from 'node:crypto';
import { endpoints } from '@outcrop/contract';
import { Suppression } from '../server/src/core/suppression/suppression.ts';
import { postLeads } from '../server/src/leads/post-leads.ts';
import { getBoards } from '../server/src/lists-and-tags/get-boards.ts';
import type { Tx } from '../server/src/platform/db/index.ts';
import { getProspects } from '../server/src/prospects/get-prospects.ts';
import { captureRoundTrips } from './capture-round-trips.ts';
import type { BenchEnvironment } from './environment.ts';
import type { BenchRequest } from './load.ts';
import { asScript, leadMarker } from './pgbench.ts';
import { type DatabaseSize, tagIds, workspaceIdOf } from './sizes.ts';

/** The requests of a case, and the same work as SQL scripts. */
export interface BenchCase {
  name: string;
  /** Leads in one request, for figures per lead. */
  leads: number;
  nextRequest: () => BenchRequest;
  scripts: string[];
}

const variants = 20;
const suppression = new Suppression('a key for measuring, long enough');
const hash = (token: string) => createHash('sha256').update(token).digest();

/** All cases, with the SQL captured from their handlers. */
export async function casesOf(
  environment: BenchEnvironment,
  size: DatabaseSize,
): Promise<BenchCase[]> {
  const giant = await environment.tokens(1, 400);
  const [prospects = 0] = size.workspaces;
  const queries = await readQueries(environment, prospects);
  const reads = await Promise.all(
    Object.entries(queries).map(([name, list]) => readCase(environment, giant, name, list)),
  );
  const plain = [
    {
      name: 'GET /session',
      leads: 0,
      nextRequest: cycleThrough(
        giant.map((token) => ({ method: 'GET', path: '/api/v1/ext/session', token })),
      ),
      scripts: [asScript(hash(giant[0]!), [])],
    },
    await boardsCase(environment, giant),
  ] satisfies BenchCase[];
  return [
    await leadsCase(environment, 'POST /leads, 100 new', 100, true),
    await leadsCase(environment, 'POST /leads, 100 known', 100, false),
    await leadsCase(environment, 'POST /leads, 1 new', 1, true),
    ...reads,
    ...plain,
  ];
}

const cycleThrough = <T>(items: T[]): (() => T) => {
  let n = 0;
  return () => items[n++ % items.length]!;
};

async function readQueries(
  environment: BenchEnvironment,
  prospects: number,
): Promise<Record<string, Record<string, string>[]>> {
  const spread = Array.from(
    { length: variants },
    (_, n) => 1 + Math.floor((prospects * (n + 0.5)) / variants),
  );
  const people = await Promise.all(
    spread.map((n) => search(environment, { pageSize: '1', page: String(n) })),
  );
  const cursors = await Promise.all(
    [50, 200, 350].map((page) =>
      search(environment, { page: String(page) }).then(({ nextCursor }) => nextCursor!),
    ),
  );
  return {
    'first page': [{}],
    'rare word': people.map(({ prospects }) => ({ q: prospects![0]!.email! })),
    'common word': [{ q: 'anna' }, { q: 'jane' }, { q: 'sales' }],
    'beginning of a word': [{ q: 'an' }, { q: 'ande' }, { q: 'b' }],
    'name of a person': people.map(({ prospects }) => ({ q: prospects![0]!.fullName! })),
    'stage and tag': [{ stage: 'contacted', tagId: tagIds.common }],
    'common word, rare tag': [{ q: 'anna', tagId: tagIds.rare }],
    'common word, common tag': [{ q: 'anna', tagId: tagIds.common }],
    'two stages': [{ stage: 'contacted,replied' }],
    'by name': [{ sort: 'name' }],
    'stage, by last activity': [{ sort: '-lastActivityAt', stage: 'contacted' }],
    'deep page': [{ page: '400' }],
    cursor: cursors.map((cursor) => ({ cursor })),
  };
}

const search = (environment: BenchEnvironment, query: Record<string, string>) =>
  environment.owner.read(workspaceIdOf(1), (tx) => getProspects(callOf('getProspects', tx, query)));

const callOf = (
  id: 'getProspects' | 'postLeads' | 'getBoards',
  tx: Tx,
  query: object,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: the handlers' types are checked where they are mounted.
): any => ({
  tx,
  query: endpoints[id].query.parse(query),
  body: body && endpoints.postLeads.body.parse(body),
  invalidRows: new Map(),
  caller: {
    tokenId: workspaceIdOf(1),
    userId: workspaceIdOf(1),
    workspaceId: tx.workspaceId,
    role: 'member',
  },
  actor: { actor: { kind: 'token', id: workspaceIdOf(1) }, correlationId: workspaceIdOf(1) },
  correlationId: workspaceIdOf(1),
  deps: { suppression },
});

async function readCase(
  environment: BenchEnvironment,
  tokens: string[],
  name: string,
  queries: Record<string, string>[],
): Promise<BenchCase> {
  const scripts = await Promise.all(
    queries.map((query) =>
      environment.owner.read(workspaceIdOf(1), async (tx) => {
        const { tx: watched, flights: roundTrips } = captureRoundTrips(tx);
        await getProspects(callOf('getProspects', watched, query));
        return asScript(hash(tokens[0]!), await roundTrips());
      }),
    ),
  );
  const [token, query] = [cycleThrough(tokens), cycleThrough(queries)];
  return {
    name: `GET /prospects, ${name}`,
    leads: 0,
    nextRequest: () => ({
      method: 'GET',
      path: `/api/v1/ext/prospects?${new URLSearchParams(query()).toString()}`,
      token: token(),
    }),
    scripts,
  };
}

async function boardsCase(environment: BenchEnvironment, tokens: string[]): Promise<BenchCase> {
  const script = await environment.owner.read(workspaceIdOf(1), async (tx) => {
    const { tx: watched, flights: roundTrips } = captureRoundTrips(tx);
    await getBoards(callOf('getBoards', watched, {}));
    return asScript(hash(tokens[0]!), await roundTrips());
  });
  return {
    name: 'GET /boards',
    leads: 0,
    nextRequest: cycleThrough(
      tokens.map((token) => ({ method: 'GET', path: '/api/v1/ext/boards', token })),
    ),
    scripts: [script],
  };
}

/** Callers use ten workspaces, because imports in one workspace run one at a time by design. */
async function leadsCase(
  environment: BenchEnvironment,
  name: string,
  count: number,
  isNew: boolean,
): Promise<BenchCase> {
  const workspaceNumbers = Array.from({ length: 10 }, (_, n) => n + 2);
  const tokens = await Promise.all(
    workspaceNumbers.map((workspaceNumber) => environment.tokens(workspaceNumber, 60)),
  );
  const known = await Promise.all(
    workspaceNumbers.map((workspaceNumber) => knownPeople(environment, workspaceNumber, count)),
  );
  const person = (at: string) => ({
    fullName: 'Amara Okafor',
    title: 'Head of Procurement',
    companyName: 'Saltmarsh Foods',
    email: `lead-${at}@bench.example`,
    linkedinUrl: `https://www.linkedin.com/in/lead-${at}`,
  });
  const scripts = await Promise.all(
    workspaceNumbers.map((workspaceNumber, n) => {
      const leads = isNew
        ? Array.from({ length: count }, (_, i) => person(`${leadMarker}-${i}`))
        : known[n]!;
      return captureLeads(environment, workspaceNumber, tokens[n]![0]!, leads);
    }),
  );
  let sent = 0;
  const run = Math.floor(Math.random() * 1e9);
  const bodies = known.map((leads) => JSON.stringify({ leads }));
  const newLeads = () => Array.from({ length: count }, (_, i) => person(`${run}-${sent}-${i}`));
  const next = (): BenchRequest => {
    const n = sent++ % workspaceNumbers.length;
    const token = tokens[n]![Math.floor(sent / workspaceNumbers.length) % tokens[n]!.length]!;
    const body = isNew ? JSON.stringify({ leads: newLeads() }) : bodies[n]!;
    return { method: 'POST', path: '/api/v1/ext/leads', token, body };
  };
  return { name, leads: count, nextRequest: next, scripts };
}

const knownPeople = (environment: BenchEnvironment, workspaceNumber: number, count: number) =>
  environment.owner.read(workspaceIdOf(workspaceNumber), async (tx) => {
    const { prospects = [] } = await getProspects(
      callOf('getProspects', tx, { pageSize: String(count) }),
    );
    return prospects.map(
      ({
        fullName,
        email,
        linkedinUrl,
        title,
      }: { [Field in 'fullName' | 'email' | 'linkedinUrl' | 'title']: string | null }) => ({
        fullName,
        email,
        linkedinUrl,
        title,
      }),
    );
  });

async function captureLeads(
  environment: BenchEnvironment,
  workspaceNumber: number,
  token: string,
  leads: object[],
): Promise<string> {
  const started = Date.now();
  return environment.owner.transaction(workspaceIdOf(workspaceNumber), async (tx) => {
    const { tx: watched, flights: roundTrips } = captureRoundTrips(tx);
    await postLeads(callOf('postLeads', watched, {}, { leads }));
    tx.discard();
    const text = await roundTrips();
    const ids =
      text
        .flat()
        .join(' ')
        .match(/[0-9a-f]{8}-[0-9a-f]{4}(?=-7[0-9a-f]{3}-)/g) ?? [];
    const made = ids.filter((id) => Number.parseInt(id.replace('-', ''), 16) >= started);
    return asScript(hash(token), text, [...new Set(made)]);
  });
}
