import { randomUUID } from 'node:crypto';
import { type Endpoint, type ErrorCode, type Role, refsOf, roles } from '@outcrop/contract';
import { expect } from 'vitest';
import { makeToken } from '../src/accounts/token.ts';
import { sql } from '../src/platform/db/index.ts';
import { claimOf, earlierAnswer, keepAnswer } from '../src/platform/http/idempotency.ts';
import type { TestUser } from './accounts.ts';
import type { Answer, Request } from './call.ts';
import { nothing, recordsIn } from './records.ts';
import { hasRef, type Sample, samplesOf, withIds, withRecords } from './samples.ts';
import type { TestService } from './service.ts';
import { wrongRequests } from './wrong-values.ts';

interface Services {
  /** As it should be. */
  sound: TestService;
  /** Sheds every request. */
  busy: TestService;
  /** Fails in a way that nobody foresaw. */
  broken: TestService;
}

type Provoke = (line: Endpoint, services: Services) => Promise<Answer[]>;

/** How each error is brought about on any line, from nothing but the line itself. */
export const provocations: Partial<Record<ErrorCode, Provoke>> = {
  unauthorized: async (line, { sound }) => {
    const real = await tokenOf(sound, line.role);
    const stranger = makeToken('a');
    const headers = [
      {},
      ...['', 'Bearer', 'Bearer ', real, `Basic ${real}`, `Token ${real}`, 'Bearer nonsense']
        .concat(`Bearer ${stranger}`, `Bearer ${real}x`, `Bearer ${real} ${real}`)
        .concat(`Bearer ${makeToken('b')}`, `Bearer ${real.slice(0, -1)}`)
        .map((authorization) => ({ authorization })),
    ];
    return Promise.all(
      headers.map((each) =>
        sound.call(null, line.method, line.path, { ...good(line), headers: each }),
      ),
    );
  },

  insufficient_role: async (line, { sound }) => {
    const below = roles[roles.indexOf(line.role) - 1]!;
    const token = await tokenOf(sound, below);
    return [await sound.call(token, line.method, line.path, good(line))];
  },

  not_found: async (line, { sound }) => {
    const workspace = await sound.workspace();
    const own = recordsIn(sound.owner, workspace.id);
    const foreign = recordsIn(sound.owner, (await sound.workspace()).id);
    const send = sender(sound, line, () => workspace.token(line.role));
    const answers: Answer[] = [];
    for (const ref of refsOf(line)) {
      const samples = samplesOf(line).filter((sample) => hasRef(sample, ref));
      expect(samples, `samples.ts has no request with ${ref.path.join('.')}`).not.toEqual([]);
      for (const sample of samples) {
        const { ignoreMissing: _, ...body } = sample.body;
        const real = await withRecords(line, { ...sample, body }, own);
        const missing = await send(await withIds(real, ref, nothing));
        const elsewhere = await send(await withIds(real, ref, foreign));
        expect(masked(elsewhere)).toEqual(masked(missing));
        answers.push(missing, elsewhere);
      }
    }
    return answers;
  },

  payload_too_large: async (line, { sound }) => [
    await sound.call(await tokenOf(sound, line.role), line.method, line.path, {
      body: `{"x":"${'x'.repeat(4 * 2 ** 20)}"}`,
    }),
  ],

  unsupported_media_type: async (line, { sound }) => [
    await sound.call(await tokenOf(sound, line.role), line.method, line.path, {
      ...good(line),
      headers: { 'content-type': 'text/plain' },
    }),
  ],

  validation_error: async (line, { sound }) => {
    const workspace = await sound.workspace();
    const send = sender(sound, line, () => workspace.token(line.role));
    const answers = new Map<string, Answer[]>();
    const told = (field: string, answer: Answer) =>
      answers.set(field, [...(answers.get(field) ?? []), answer]);
    told('nothing', await send({ ...samplesOf(line)[0]!, query: { nothing: '1' } }));
    if (line.body) told('body', await send({ query: {}, body: '{' }));
    for (const { field, ...request } of wrongRequests(line)) told(field, await send(request));
    for (const [field, each] of answers)
      for (const { error } of each) expect(Object.keys(error.fieldErrors)).toContain(field);
    return [...answers.values()].flat();
  },

  idempotency_conflict: async (line, { sound }) => {
    const { user, workspaceId, request, claim } = await keyed(sound, line, 'another body');
    await sound.owner.transaction(workspaceId, async (tx) => keepAnswer(tx, claim, {}));
    return [await sound.call(user.token, line.method, line.path, request)];
  },

  idempotency_in_progress: async (line, { sound }) => {
    const { user, workspaceId, request, claim } = await keyed(sound, line, 'the same body');
    return sound.owner.transaction(workspaceId, async (tx) => {
      await earlierAnswer(tx, claim);
      return [await sound.call(user.token, line.method, line.path, request)];
    });
  },

  rate_limited: async (line, { sound }) => {
    const token = await tokenOf(sound, line.role);
    const call = () => sound.call(token, line.method, line.path);
    for (let used = 0; used < line.perMinute; used += 10) {
      const allowed = await Promise.all(Array.from({ length: 10 }, call));
      for (const { error } of allowed) expect(error?.code).not.toBe('rate_limited');
    }
    return [await call()];
  },

  plan_not_allowed: async (line, { sound }) => {
    await sound.owner.ask(sql`
      insert into plan (id, name, monthly_imports, monthly_credits, allows_enrichment)
      values ('bare', 'Bare', 100, 100, false) on conflict do nothing`);
    return [await sendReal(line, sound, await sound.workspace('bare'))];
  },

  insufficient_credits: async (line, { sound }) => {
    const workspace = await sound.workspace();
    await sound.owner.ask(sql`
      insert into credit_account (workspace_id, month, balance)
      values (${workspace.id}, current_month(), 0)`);
    return [await sendReal(line, sound, workspace)];
  },

  internal_error: async (line, { broken }) => [
    await broken.call(makeToken('a'), line.method, line.path, good(line)),
  ],

  unavailable: async (line, { busy, sound }) => {
    const token = await tokenOf(sound, line.role);
    const answers = [await busy.call(token, line.method, line.path, good(line))];
    if (!line.built) answers.push(await sound.call(token, line.method, line.path, good(line)));
    for (const { headers } of answers) expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    return answers;
  },
};

/** What only a handler can answer, and so not before the line is built. */
export const toldByHandlers: ErrorCode[] = [
  'not_found',
  'plan_not_allowed',
  'insufficient_credits',
];

/** Sends samples of a line, with a new token whenever the old one has used up its minute. */
export function sender(service: TestService, line: Endpoint, newToken: () => Promise<string>) {
  let token = '';
  let left = 0;
  return async ({ query, body }: { query: Sample['query']; body: unknown }): Promise<Answer> => {
    if (left === 0) [token, left] = [await newToken(), line.perMinute];
    left--;
    const request: Request = { query, ...(line.body && { body }) };
    return service.call(token, line.method, line.path, request);
  };
}

/** An answer without what names this one request, or something in it. */
export const masked = ({ status, error }: Pick<Answer, 'status' | 'error'>): unknown =>
  JSON.parse(JSON.stringify({ status, error }).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>'));

const tokenOf = async (service: TestService, role: Role) => (await service.workspace()).token(role);

const good = (line: Endpoint): Request => {
  const { query, body } = samplesOf(line)[0]!;
  return { query, ...(line.body && { body }) };
};

async function sendReal(
  line: Endpoint,
  service: TestService,
  workspace: Awaited<ReturnType<TestService['workspace']>>,
): Promise<Answer> {
  const idOf = recordsIn(service.owner, workspace.id);
  const sample = await withRecords(line, samplesOf(line)[0]!, idOf);
  return sender(service, line, () => workspace.token(line.role))(sample);
}

/** A request with a key, and the claim that an earlier one with that key would have made. */
async function keyed(
  service: TestService,
  line: Endpoint,
  earlier: 'the same body' | 'another body',
) {
  const workspace = await service.workspace();
  const user: TestUser = await workspace.user(line.role);
  const key = randomUUID();
  const body = JSON.stringify(good(line).body);
  const caller = { ...user, workspaceId: workspace.id, role: line.role };
  const bytes = Buffer.from(earlier === 'the same body' ? body : '{}');
  return {
    user,
    workspaceId: workspace.id,
    request: { body, headers: { 'idempotency-key': key } },
    claim: claimOf(key, caller, line.method, line.path, bytes),
  };
}
