import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Endpoint,
  type ErrorCode,
  maxBodyBytesOf,
  namesWorkspace,
  pathOf,
  type Role,
  refsOf,
  roles,
} from '@outcrop/contract';
import { createClient } from 'redis';
import { expect } from 'vitest';
import { makeToken } from '../src/accounts/token.ts';
import { readConfig } from '../src/config.ts';
import { sql } from '../src/platform/db/index.ts';
import { claimOf, earlierAnswer, keepAnswer } from '../src/platform/http/idempotency.ts';
import { cookieOf, type TestWorkspace, visitor } from './accounts.ts';
import type { Answer, Credential } from './call.ts';
import { nothing, recordsIn } from './records.ts';
import { invite, roleFor } from './rehearsals.ts';
import { hasRef, type Sample, samplesOf, withIds, withRecords } from './samples.ts';
import type { LineRequest, TestService } from './service.ts';
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
    if (line.by === 'anyone') return [await refusedVisitor(line, sound)];
    const real = await tokenOf(sound, line.role);
    const unknown = makeToken('a');
    const headers = [
      {},
      ...['', 'Bearer', 'Bearer ', real, `Basic ${real}`, `Token ${real}`, 'Bearer nonsense']
        .concat(`Bearer ${unknown}`, `Bearer ${real}x`, `Bearer ${real} ${real}`)
        .concat(`Bearer ${makeToken('b')}`, `Bearer ${real.slice(0, -1)}`)
        .map((authorization) => ({ authorization })),
    ];
    const cookies = ['outcrop=nonsense', `outcrop=${real}`, cookieOf(randomUUID())].map(
      (cookie) => ({
        cookie,
      }),
    );
    // An address of its own: one that sends many unknown tokens is told to wait.
    const stranger = visitor();
    return Promise.all(
      [...headers, ...(line.api === 'manage' ? cookies : [])].map((each) =>
        sound.ask(stranger, line, { ...good(line), headers: each }),
      ),
    );
  },

  session_required: async (line, { sound }) => [
    await sound.ask(await tokenOf(sound, line.role), line, good(line)),
  ],

  origin_not_allowed: async (line, { sound }) => {
    const workspace = await sound.workspace();
    const browser = line.by === 'anyone' ? visitor() : await workspace.session(line.role);
    const { port } = new URL(sound.origin);
    const origins = [
      undefined,
      'null',
      'https://outcrop.evil.example',
      `https://127.0.0.1:${port}`,
      `http://127.0.0.1:${port}.evil.example`,
      `http://evil.example:${port}`,
      'http://127.0.0.1:1',
    ];
    return Promise.all(
      origins.map((origin) => sound.ask(browser, line, { ...good(line), headers: { origin } })),
    );
  },

  reauthentication_required: async (line, { sound }) => {
    const session = await (await sound.workspace()).session(line.role);
    await sound.owner.ask(sql`
      update auth."session" set "freshAt" = now() - interval '10 minutes 1 second'
      where "id" = ${session.sessionId}`);
    return [await sound.ask(session, line, good(line))];
  },

  insufficient_role: async (line, { sound }) => {
    // A line for all that gives more to some: the last of its samples asks for that.
    const below = line.role === 'viewer' ? 'member' : roles[roles.indexOf(line.role) - 1]!;
    const caller = await (await sound.workspace()).callerOf(line, below);
    const { params, query, body } = samplesOf(line).at(line.role === 'viewer' ? -1 : 0)!;
    const request = line.body ? { params, query, body } : good(line);
    return [await sound.ask(caller, line, line.role === 'viewer' ? request : good(line))];
  },

  not_found: async (line, { sound }) => {
    const workspace = await sound.workspace();
    const own = recordsIn(sound.owner, workspace.id);
    const foreign = recordsIn(sound.owner, (await sound.workspace()).id);
    const send = sender(sound, line, () => workspace.callerOf(line, roleFor(line)));
    const answers: Answer[] = [];
    if (namesWorkspace(line)) {
      const session = await (await sound.workspace()).session(line.role);
      for (const workspaceId of [workspace.id, randomUUID(), 'mine', ''])
        answers.push(await sound.ask({ ...session, workspaceId }, line, good(line)));
      for (const answer of answers) expect(masked(answer)).toEqual(masked(answers[0]!));
    }
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
    await sound.ask(await callerOf(sound, line), line, {
      body: 'x'.repeat((line.takes ? 64 * 2 ** 20 : maxBodyBytesOf(line)) + 1),
    }),
  ],

  unsupported_media_type: async (line, { sound }) => [
    await sound.ask(await callerOf(sound, line), line, {
      ...good(line),
      headers: { 'content-type': 'text/plain' },
    }),
  ],

  validation_error: async (line, { sound }) => {
    const workspace = await sound.workspace();
    const send = sender(sound, line, () => workspace.callerOf(line));
    const answers = new Map<string, Answer[]>();
    const told = (field: string, answer: Answer) =>
      answers.set(field, [...(answers.get(field) ?? []), answer]);
    told('nothing', await send({ ...samplesOf(line)[0]!, query: { nothing: '1' } }));
    if (line.body) told('body', await send({ ...samplesOf(line)[0]!, body: '{' }));
    if (line.takes) told('file', await send({ ...samplesOf(line)[0]!, file: '{"no": "csv"}' }));
    for (const { field, ...request } of wrongRequests(line)) told(field, await send(request));
    for (const [field, each] of answers)
      for (const { error } of each) expect(Object.keys(error.fieldErrors)).toContain(field);
    return [...answers.values()].flat();
  },

  idempotency_conflict: async (line, { sound }) => {
    const { user, workspaceId, request, claim } = await keyed(sound, line, 'another body');
    await sound.owner.transaction(workspaceId, async (tx) => keepAnswer(tx, claim, {}));
    return [await sound.ask(user, line, request)];
  },

  idempotency_in_progress: async (line, { sound }) => {
    const { user, workspaceId, request, claim } = await keyed(sound, line, 'the same body');
    return sound.owner.transaction(workspaceId, async (tx) => {
      await earlierAnswer(tx, claim);
      return [await sound.ask(user, line, request)];
    });
  },

  rate_limited: async (line, { sound }) => {
    const { caller, window } = await counted(line, await sound.workspace());
    if (window !== null) await useUp(window, line.perMinute);
    const call = () => sound.ask(caller, line);
    for (let used = 0; line.api === 'ext' && used < line.perMinute; used += 10) {
      const allowed = await Promise.all(Array.from({ length: 10 }, call));
      for (const { error } of allowed) expect(error?.code).not.toBe('rate_limited');
    }
    // While Redis is late, as on a busy machine, the process counts alone and knows of no other.
    let answer = await call();
    for (let again = 0; again < 5 && answer.error?.code !== 'rate_limited'; again++) {
      await sleep(1_100);
      answer = await call();
    }
    return [answer];
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

  internal_error: async (line, { broken }) => {
    const caller = line.by
      ? { cookie: cookieOf(randomUUID().replaceAll('-', '')) }
      : makeToken('a');
    return [await broken.ask(caller, line, good(line))];
  },

  unavailable: async (line, { busy, sound }) => {
    const caller = await callerOf(sound, line);
    const answers = [await busy.ask(caller, line, good(line))];
    if (!line.built) answers.push(await sound.ask(caller, line, good(line)));
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

type Sending = Pick<Sample, 'query' | 'file'> & { params?: Sample['params']; body: unknown };

/** Sends samples of a line, as someone new whenever the last one has used up their minute. */
export function sender(service: TestService, line: Endpoint, newCaller: () => Promise<Credential>) {
  let caller: Credential = null;
  let left = 0;
  return async ({ params = {}, query, body, file }: Sending): Promise<Answer> => {
    if (left === 0) [caller, left] = [await newCaller(), line.perMinute];
    left--;
    const request = {
      params,
      query,
      ...(line.body && { body }),
      ...(line.takes && { body: file }),
    };
    return service.ask(caller, line, request);
  };
}

/** An answer without what names this one request, or something in it. */
export const masked = ({ status, error }: Pick<Answer, 'status' | 'error'>): unknown =>
  JSON.parse(JSON.stringify({ status, error }).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>'));

/** Makes it look as if a whole minute's requests had just been sent. */
async function useUp(window: string, perMinute: number): Promise<void> {
  const redis = await createClient({ url: readConfig().REDIS_URL }).connect();
  const sent = Array.from({ length: perMinute }, (_, n) => ({ score: Date.now(), value: `${n}` }));
  await redis.zAdd(`rate:${window}`, sent);
  await redis.pExpire(`rate:${window}`, 60_000);
  redis.destroy();
}

/** A caller whose requests are counted, and the window in which they are, where it can be used up. */
async function counted(
  line: Endpoint,
  workspace: TestWorkspace,
): Promise<{ caller: Credential; window: string | null }> {
  if (line.by === 'anyone') {
    const caller = visitor();
    return { caller, window: `${caller.address}:anyone` };
  }
  if (line.by === 'session') {
    const caller = await workspace.session(line.role);
    return { caller, window: `${caller.userId}:manage` };
  }
  const { token, userId } = await workspace.user(line.role);
  return { caller: token, window: line.api === 'manage' ? `${userId}:manage` : null };
}

/** Those who come to sign in are refused for what they bring. */
async function refusedVisitor(line: Endpoint, sound: TestService): Promise<Answer> {
  if (line.id !== 'postInvitationsAccept') return sound.ask(visitor(), line, good(line));
  const email = 'aiko@fernhill.example';
  const code = await invite(sound, await sound.workspace(), email);
  await sound.owner.ask(sql`
    insert into auth."user" ("name", "email") values ('Aiko Mori', ${email}) on conflict do nothing`);
  return sound.ask(visitor(), line, { body: { ...samplesOf(line)[0]!.body, code } });
}

const callerOf = async (service: TestService, line: Endpoint) =>
  (await service.workspace()).callerOf(line);

const tokenOf = async (service: TestService, role: Role) => (await service.workspace()).token(role);

const good = (line: Endpoint): LineRequest => {
  const { params, query, body, file } = samplesOf(line)[0]!;
  return { params, query, ...(line.body && { body }), ...(line.takes && { body: file }) };
};

async function sendReal(
  line: Endpoint,
  service: TestService,
  workspace: Awaited<ReturnType<TestService['workspace']>>,
): Promise<Answer> {
  const idOf = recordsIn(service.owner, workspace.id);
  const sample = await withRecords(line, samplesOf(line)[0]!, idOf);
  return sender(service, line, () => workspace.callerOf(line))(sample);
}

/** A request with a key, and the claim that an earlier one with that key would have made. */
async function keyed(
  service: TestService,
  line: Endpoint,
  earlier: 'the same body' | 'another body',
) {
  const workspace = await service.workspace();
  const session = line.by === 'session' ? await workspace.session(line.role) : null;
  const user = session ?? (await workspace.user(line.role));
  const key = randomUUID();
  const { params = {}, ...request } = good(line);
  const body = JSON.stringify(request.body);
  const caller = { tokenId: null, userId: user.userId, workspaceId: workspace.id, role: line.role };
  const bytes = Buffer.from(earlier === 'the same body' ? body : '{ }');
  return {
    user: 'token' in user ? user.token : user,
    workspaceId: workspace.id,
    request: { params, body, headers: { 'idempotency-key': key } },
    claim: claimOf(key, caller, line.method, pathOf(line, params), bytes),
  };
}
