import { createHash } from 'node:crypto';
import { endpoints, type Prospect } from '@outcrop/contract';
import { getBoards } from '../server/src/boards/get-boards.ts';
import { postLeads } from '../server/src/leads/post-leads.ts';
import type { Tx } from '../server/src/platform/db/index.ts';
import { getProspects } from '../server/src/prospects/get-prospects.ts';
import { Suppression } from '../server/src/suppression/suppression.ts';
import { asScript, marker } from './bare.ts';
import { watch } from './capture.ts';
import type { Shot } from './load.ts';
import { type Size, tags, workspaceId } from './sizes.ts';
import type { Stage } from './stage.ts';

/** One thing that is measured: what callers send, and the same as bare SQL. */
export interface Case {
  name: string;
  /** Leads in one request, for figures by lead. */
  leads: number;
  /** The requests of one caller after another. */
  shots: () => Shot;
  scripts: string[];
}

const variants = 20;
const suppression = new Suppression('a key for measuring, long enough');
const hash = (token: string) => createHash('sha256').update(token).digest();

/** Every case in this database, its SQL captured from the handlers that answer it. */
export async function casesOf(stage: Stage, size: Size): Promise<Case[]> {
  const giant = await stage.tokens(1, 400);
  const [prospects = 0] = size.workspaces;
  const queries = await readQueries(stage, prospects);
  const reads = await Promise.all(
    Object.entries(queries).map(([name, list]) => readCase(stage, giant, name, list)),
  );
  const plain = [
    {
      name: 'GET /session',
      leads: 0,
      shots: cycle(giant.map((token) => ({ method: 'GET', path: '/api/v1/ext/session', token }))),
      scripts: [asScript(hash(giant[0]!), [])],
    },
    await boardsCase(stage, giant),
  ] satisfies Case[];
  return [
    await leadsCase(stage, 'POST /leads, 100 new', 100, true),
    await leadsCase(stage, 'POST /leads, 100 known', 100, false),
    await leadsCase(stage, 'POST /leads, 1 new', 1, true),
    ...reads,
    ...plain,
  ];
}

const cycle = <T>(items: T[]): (() => T) => {
  let n = 0;
  return () => items[n++ % items.length]!;
};

async function readQueries(
  stage: Stage,
  prospects: number,
): Promise<Record<string, Record<string, string>[]>> {
  const spread = Array.from(
    { length: variants },
    (_, n) => 1 + Math.floor((prospects * (n + 0.5)) / variants),
  );
  const people = await Promise.all(
    spread.map((n) => search(stage, { pageSize: '1', page: String(n) })),
  );
  const cursors = await Promise.all(
    [50, 200, 350].map((page) =>
      search(stage, { page: String(page) }).then(({ nextCursor }) => nextCursor!),
    ),
  );
  return {
    'first page': [{}],
    'rare word': people.map(({ prospects }) => ({ q: prospects![0]!.email! })),
    'common word': [{ q: 'anna' }, { q: 'jane' }, { q: 'sales' }],
    'stage and tag': [{ stage: 'contacted', tagId: tags.common }],
    'common word, rare tag': [{ q: 'anna', tagId: tags.rare }],
    'deep page': [{ page: '400' }],
    cursor: cursors.map((cursor) => ({ cursor })),
  };
}

const search = (stage: Stage, query: Record<string, string>) =>
  stage.owner.read(workspaceId(1), (tx) => getProspects(callOf('getProspects', tx, query)));

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
    tokenId: workspaceId(1),
    userId: workspaceId(1),
    workspaceId: tx.workspaceId,
    role: 'member',
  },
  correlationId: workspaceId(1),
});

async function readCase(
  stage: Stage,
  tokens: string[],
  name: string,
  queries: Record<string, string>[],
): Promise<Case> {
  const scripts = await Promise.all(
    queries.map((query) =>
      stage.owner.read(workspaceId(1), async (tx) => {
        const { tx: watched, flights } = watch(tx);
        await getProspects(callOf('getProspects', watched, query));
        return asScript(hash(tokens[0]!), flights());
      }),
    ),
  );
  const [token, query] = [cycle(tokens), cycle(queries)];
  return {
    name: `GET /prospects, ${name}`,
    leads: 0,
    shots: () => ({
      method: 'GET',
      path: `/api/v1/ext/prospects?${new URLSearchParams(query()).toString()}`,
      token: token(),
    }),
    scripts,
  };
}

async function boardsCase(stage: Stage, tokens: string[]): Promise<Case> {
  const script = await stage.owner.read(workspaceId(1), async (tx) => {
    const { tx: watched, flights } = watch(tx);
    await getBoards(callOf('getBoards', watched, {}));
    return asScript(hash(tokens[0]!), flights());
  });
  return {
    name: 'GET /boards',
    leads: 0,
    shots: cycle(tokens.map((token) => ({ method: 'GET', path: '/api/v1/ext/boards', token }))),
    scripts: [script],
  };
}

/** Callers spread over ten workspaces: in one, imports take turns by design. */
async function leadsCase(stage: Stage, name: string, count: number, isNew: boolean): Promise<Case> {
  const places = Array.from({ length: 10 }, (_, n) => n + 2);
  const tokens = await Promise.all(places.map((place) => stage.tokens(place, 60)));
  const known = await Promise.all(places.map((place) => knownPeople(stage, place, count)));
  const person = (at: string) => ({
    fullName: 'Amara Okafor',
    title: 'Head of Procurement',
    companyName: 'Saltmarsh Foods',
    email: `lead-${at}@bench.example`,
    linkedinUrl: `https://www.linkedin.com/in/lead-${at}`,
  });
  const scripts = await Promise.all(
    places.map((place, n) => {
      const leads = isNew
        ? Array.from({ length: count }, (_, i) => person(`${marker}-${i}`))
        : known[n]!;
      return captureLeads(stage, place, tokens[n]![0]!, leads);
    }),
  );
  let shot = 0;
  const run = Math.floor(Math.random() * 1e9);
  const bodies = known.map((leads) => JSON.stringify({ leads }));
  const newLeads = () => Array.from({ length: count }, (_, i) => person(`${run}-${shot}-${i}`));
  const next = (): Shot => {
    const n = shot++ % places.length;
    const token = tokens[n]![Math.floor(shot / places.length) % tokens[n]!.length]!;
    const body = isNew ? JSON.stringify({ leads: newLeads() }) : bodies[n]!;
    return { method: 'POST', path: '/api/v1/ext/leads', token, body };
  };
  return { name, leads: count, shots: next, scripts };
}

const knownPeople = (stage: Stage, place: number, count: number) =>
  stage.owner.read(workspaceId(place), async (tx) => {
    const { prospects = [] } = await getProspects(
      callOf('getProspects', tx, { pageSize: String(count) }),
    );
    return prospects.map(({ fullName, email, linkedinUrl, title }: Prospect) => ({
      fullName,
      email,
      linkedinUrl,
      title,
    }));
  });

async function captureLeads(
  stage: Stage,
  place: number,
  token: string,
  leads: object[],
): Promise<string> {
  const started = Date.now();
  return stage.owner.transaction(workspaceId(place), async (tx) => {
    const { tx: watched, flights } = watch(tx);
    await postLeads(suppression)(callOf('postLeads', watched, {}, { leads }));
    tx.discard();
    const text = flights();
    const ids =
      text
        .flat()
        .join(' ')
        .match(/[0-9a-f]{8}-[0-9a-f]{4}(?=-7[0-9a-f]{3}-)/g) ?? [];
    const made = ids.filter((id) => Number.parseInt(id.replace('-', ''), 16) >= started);
    return asScript(hash(token), text, [...new Set(made)]);
  });
}
