import { randomUUID } from 'node:crypto';
import {
  type Endpoint,
  type ErrorCode,
  maxBodyBytesOf,
  needsWorkspaceHeader,
  pathOf,
  type Role,
  refsOf,
  roles,
} from '@outcrop/contract';
import { expect, vi } from 'vitest';
import { errorExample } from '../../contract/src/openapi-errors.ts';
import { generateToken } from '../src/core/tokens/access-token.ts';
import { sql } from '../src/platform/db/index.ts';
import {
  canonicalJson,
  findStoredResponse,
  idempotencyClaimOf,
  storeResponse,
} from '../src/platform/http/idempotency.ts';
import { newVisitor, sessionCookie, type TestWorkspace } from './accounts.ts';
import { invalidRequests } from './invalid-requests.ts';
import { createInvitation, roleFor } from './prepared-requests.ts';
import { fillRateWindow } from './rate-windows.ts';
import { recordCreator, unknownId } from './record-creator.ts';
import {
  hasRef,
  type SampleRequest,
  sampleRequests,
  withExistingIds,
  withIds,
} from './sample-requests.ts';
import type { ApiResponse, RequestCredential } from './send-request.ts';
import type { EndpointRequest, TestService } from './service.ts';

interface Services {
  normal: TestService;
  /** Refuses a body that has not arrived after a moment. */
  impatient: TestService;
  /** Sheds every request. */
  overloaded: TestService;
  /** Has no language model. */
  withoutModel: TestService;
  /** Fails with unexpected errors. */
  broken: TestService;
}

type ErrorTrigger = (endpoint: Endpoint, services: Services) => Promise<ApiResponse[]>;

/** How to trigger each error on any endpoint. */
export const errorTriggers: Partial<Record<ErrorCode, ErrorTrigger>> = {
  unauthorized: async (endpoint, { normal }) => {
    if (endpoint.access === 'anyone') return [await callWithInvalidCode(endpoint, normal)];
    const real = await newToken(normal, endpoint.role);
    const unknown = generateToken('a');
    const headers = [
      {},
      ...['', 'Bearer', 'Bearer ', real, `Basic ${real}`, `Token ${real}`, 'Bearer nonsense']
        .concat(`Bearer ${unknown}`, `Bearer ${real}x`, `Bearer ${real} ${real}`)
        .concat(`Bearer ${generateToken('b')}`, `Bearer ${real.slice(0, -1)}`)
        .map((authorization) => ({ authorization })),
    ];
    const cookies = ['outcrop=nonsense', `outcrop=${real}`, sessionCookie(randomUUID())].map(
      (cookie) => ({
        cookie,
      }),
    );
    // A separate IP address, since many unknown tokens from one address are rate limited.
    const caller = newVisitor();
    return Promise.all(
      [...headers, ...(endpoint.api === 'manage' ? cookies : [])].map((each) =>
        normal.callEndpoint(caller, endpoint, { ...validRequest(endpoint), headers: each }),
      ),
    );
  },

  session_required: async (endpoint, { normal }) => [
    await normal.callEndpoint(
      await newToken(normal, endpoint.role),
      endpoint,
      validRequest(endpoint),
    ),
  ],

  origin_not_allowed: async (endpoint, { normal }) => {
    const workspace = await normal.workspace();
    const browser =
      endpoint.access === 'anyone' ? newVisitor() : await workspace.session(endpoint.role);
    const { port } = new URL(normal.origin);
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
      origins.map((origin) =>
        normal.callEndpoint(browser, endpoint, { ...validRequest(endpoint), headers: { origin } }),
      ),
    );
  },

  reauthentication_required: async (endpoint, { normal }) => {
    const session = await (await normal.workspace()).session(endpoint.role);
    await normal.owner.query(sql`
      update auth."session" set "freshAt" = now() - interval '10 minutes 1 second'
      where "id" = ${session.sessionId}`);
    return [await normal.callEndpoint(session, endpoint, validRequest(endpoint))];
  },

  insufficient_role: async (endpoint, { normal }) => {
    // The last sample of a viewer endpoint requests what only higher roles get.
    const isForViewers = endpoint.role === 'viewer';
    const isForMembers = endpoint.id === 'postViews';
    const needed = isForMembers ? 'member' : isForViewers ? 'admin' : endpoint.role;
    const workspace = await normal.workspace();
    const caller = await workspace.callerFor(endpoint, roles[roles.indexOf(needed) - 1]!);
    if (!isForViewers) return [await normal.callEndpoint(caller, endpoint, validRequest(endpoint))];
    const samples = sampleRequests(endpoint);
    const { params, query, body } = await withExistingIds(
      endpoint,
      endpoint.path.startsWith('/views') ? samples[0]! : samples.at(-1)!,
      recordCreator(normal.owner, workspace.id),
    );
    return [
      await normal.callEndpoint(caller, endpoint, {
        ...{ params, query },
        ...(endpoint.body && { body }),
      }),
    ];
  },

  insufficient_scope: async (endpoint, { normal }) => {
    const { token, tokenId } = await (await normal.workspace()).user(endpoint.role);
    await normal.owner.query(sql`
      update api_token set kind = 'browser', expires_at = now() + interval '1 day'
      where id = ${tokenId}`);
    return [await normal.callEndpoint(token, endpoint, validRequest(endpoint))];
  },

  not_found: async (endpoint, { normal }) => {
    const workspace = await normal.workspace();
    const own = recordCreator(normal.owner, workspace.id);
    const foreign = recordCreator(normal.owner, (await normal.workspace()).id);
    const send = sampleSender(normal, endpoint, () =>
      workspace.callerFor(endpoint, roleFor(endpoint)),
    );
    const answers: ApiResponse[] = [];
    if (needsWorkspaceHeader(endpoint)) {
      const session = await (await normal.workspace()).session(endpoint.role);
      for (const workspaceId of [workspace.id, randomUUID(), 'mine', ''])
        answers.push(
          await normal.callEndpoint({ ...session, workspaceId }, endpoint, validRequest(endpoint)),
        );
      for (const answer of answers) expect(withoutIds(answer)).toEqual(withoutIds(answers[0]!));
    }
    for (const ref of refsOf(endpoint)) {
      const samples = sampleRequests(endpoint).filter((sample) => hasRef(sample, ref));
      expect(samples, `sample-requests.ts has no request with ${ref.path.join('.')}`).not.toEqual(
        [],
      );
      for (const sample of samples) {
        const { ignoreMissing: _, ...body } = sample.body;
        const real = await withExistingIds(endpoint, { ...sample, body }, own);
        const missing = await send(await withIds(real, ref, unknownId));
        const elsewhere = await send(await withIds(real, ref, foreign));
        expect(withoutIds(elsewhere)).toEqual(withoutIds(missing));
        answers.push(missing, elsewhere);
      }
    }
    return answers;
  },

  payload_too_large: async (endpoint, { normal }) => [
    await normal.callEndpoint(await newCaller(normal, endpoint), endpoint, {
      body: 'x'.repeat((endpoint.requestFormat ? 64 * 2 ** 20 : maxBodyBytesOf(endpoint)) + 1),
    }),
  ],

  unsupported_media_type: async (endpoint, { normal }) => [
    await normal.callEndpoint(await newCaller(normal, endpoint), endpoint, {
      ...validRequest(endpoint),
      headers: { 'content-type': 'text/plain' },
    }),
  ],

  validation_error: async (endpoint, { normal }) => {
    const workspace = await normal.workspace();
    const send = sampleSender(normal, endpoint, () => workspace.callerFor(endpoint));
    const answers = new Map<string, ApiResponse[]>();
    const record = (field: string, answer: ApiResponse) =>
      answers.set(field, [...(answers.get(field) ?? []), answer]);
    const [sample] = sampleRequests(endpoint);
    record('nothing', await send({ ...sample!, query: { ...sample!.query, nothing: '1' } }));
    if (endpoint.body) record('body', await send({ ...sampleRequests(endpoint)[0]!, body: '{' }));
    if (endpoint.requestFormat)
      record('file', await send({ ...sampleRequests(endpoint)[0]!, file: '{"no": "csv"}' }));
    // Only the documented field is tried. validation.test.ts has the others.
    const { error: example } = errorExample(endpoint, 'validation_error') as {
      error: ApiResponse['error'];
    };
    for (const { field, ...request } of invalidRequests(endpoint))
      if (field in example.fieldErrors) record(field, await send(request));
    for (const [field, each] of answers)
      for (const { error } of each) expect(Object.keys(error.fieldErrors)).toContain(field);
    return [...answers.values()].flat();
  },

  conflict: async (endpoint, { normal }) => {
    const workspace = await normal.workspace();
    const [sample] = sampleRequests(endpoint);
    const request = await withExistingIds(
      endpoint,
      sample!,
      recordCreator(normal.owner, workspace.id),
    );
    await normal.owner.query(sql`
      update outbound_reply set status = 'handed_over' where workspace_id = ${workspace.id}`);
    return [await normal.callEndpoint(await workspace.callerFor(endpoint), endpoint, request)];
  },

  idempotency_conflict: async (endpoint, { normal }) => {
    const { user, workspaceId, request, claim } = await earlierRequest(
      normal,
      endpoint,
      'another body',
    );
    await normal.owner.transaction(workspaceId, async (tx) => storeResponse(tx, claim, {}));
    return [await normal.callEndpoint(user, endpoint, request)];
  },

  idempotency_in_progress: async (endpoint, { normal }) => {
    const { user, workspaceId, request, claim } = await earlierRequest(
      normal,
      endpoint,
      'the same body',
    );
    return normal.owner.transaction(workspaceId, async (tx) => {
      await findStoredResponse(tx, claim);
      return [await normal.callEndpoint(user, endpoint, request)];
    });
  },

  rate_limited: async (endpoint, { normal }) => {
    const { caller, window } = await rateLimitedCaller(endpoint, await normal.workspace());
    if (window !== null) await fillRateWindow(window, endpoint.perMinute);
    const call = () => normal.callEndpoint(caller, endpoint);
    for (let used = 0; endpoint.api === 'ext' && used < endpoint.perMinute; used += 10) {
      const allowed = await Promise.all(Array.from({ length: 10 }, call));
      for (const { error } of allowed) expect(error?.code).not.toBe('rate_limited');
    }
    // While Redis is slow, as on a busy machine, each process counts on its own. Not with expect.poll,
    // which fails if another of the concurrent tests has just ended.
    let answer = await call();
    if (answer.error?.code !== 'rate_limited')
      await vi.waitFor(
        async () => {
          answer = await call();
          expect(answer.error?.code).toBe('rate_limited');
        },
        { interval: 1_100, timeout: 60_000 },
      );
    return [answer];
  },

  plan_not_allowed: async (endpoint, { normal }) => {
    await normal.owner.query(sql`
      insert into plan (id, name, monthly_imports, monthly_credits, allows_enrichment)
      values ('bare', 'Bare', 100, 100, false) on conflict do nothing`);
    return [await sendExistingIds(endpoint, normal, await normal.workspace('bare'))];
  },

  enrichment_not_configured: async (endpoint, { withoutModel }) => [
    await sendExistingIds(endpoint, withoutModel, await withoutModel.workspace()),
  ],

  insufficient_credits: async (endpoint, { normal }) => {
    const workspace = await normal.workspace();
    await normal.owner.query(sql`
      insert into credit_account (workspace_id, month, balance)
      values (${workspace.id}, current_month(), 0)`);
    return [await sendExistingIds(endpoint, normal, workspace)];
  },

  storage_full: async (endpoint, { normal }) => {
    const workspace = await normal.workspace();
    const idOf = recordCreator(normal.owner, workspace.id);
    const sample = await withExistingIds(endpoint, sampleRequests(endpoint)[0]!, idOf);
    await normal.owner.query(sql`
      insert into plan (id, name, monthly_imports, monthly_credits, max_stored_bytes)
      values ('full', 'Full', 100, 100, 0) on conflict do nothing`);
    await normal.owner.query(sql`update workspace set plan_id = 'full' where id = ${workspace.id}`);
    const { params, query, body, file } = sample;
    const request = { params, query, body: file ?? growingBodies[endpoint.id] ?? body };
    return [await normal.callEndpoint(await workspace.token('admin'), endpoint, request)];
  },

  request_timeout: async (endpoint, { normal, impatient }) => {
    const caller = await newCaller(normal, endpoint);
    // The client sends the head together with the first bytes.
    const body = new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('{')) });
    const request = { ...validRequest(endpoint), body };
    return [await impatient.callEndpoint(caller, endpoint, request)];
  },

  internal_error: async (endpoint, { broken }) => {
    const caller = endpoint.access
      ? { cookie: sessionCookie(randomUUID().replaceAll('-', '')) }
      : generateToken('a');
    return [await broken.callEndpoint(caller, endpoint, validRequest(endpoint))];
  },

  unavailable: async (endpoint, { overloaded, normal }) => {
    const caller = await newCaller(normal, endpoint);
    const answer = await overloaded.callEndpoint(caller, endpoint, validRequest(endpoint));
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    return [answer];
  },
};

/** Bodies that store more than there was, where the sample does not. */
const growingBodies: Record<string, object> = {
  patchNote: { text: 'Wants a quote for the whole plant.' },
  patchSavedReply: { text: 'Here is my calendar, with all of its days: https://cal.example/jo' },
  patchView: { query: 'stage=new' },
};

type SentSample = Pick<SampleRequest, 'query' | 'file'> & {
  params?: SampleRequest['params'];
  body: unknown;
};

/** Sends samples of an endpoint, with a new caller whenever the rate limit is used up. */
export function sampleSender(
  service: TestService,
  endpoint: Endpoint,
  newCaller: () => Promise<RequestCredential>,
) {
  let caller: Promise<RequestCredential>;
  let left = 0;
  return async ({ params = {}, query, body, file }: SentSample): Promise<ApiResponse> => {
    if (left === 0) [caller, left] = [newCaller(), endpoint.perMinute];
    left--;
    const request = {
      params,
      query,
      ...(endpoint.body && { body }),
      ...(endpoint.requestFormat && { body: file }),
    };
    return service.callEndpoint(await caller, endpoint, request);
  };
}

/** A response without ids. */
export const withoutIds = ({ status, error }: Pick<ApiResponse, 'status' | 'error'>): unknown =>
  JSON.parse(JSON.stringify({ status, error }).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>'));

/** A caller, and the key of its rate limit window if it can be filled. */
async function rateLimitedCaller(
  endpoint: Endpoint,
  workspace: TestWorkspace,
): Promise<{ caller: RequestCredential; window: string | null }> {
  if (endpoint.access === 'anyone') {
    const caller = newVisitor();
    const name = endpoint.api === 'connect' ? endpoint.id : 'anyone';
    return { caller, window: `${caller.address}:${name}` };
  }
  if (endpoint.access === 'session') {
    const caller = await workspace.session(endpoint.role);
    return { caller, window: `${caller.userId}:manage` };
  }
  const { token, userId } = await workspace.user(endpoint.role);
  return { caller: token, window: endpoint.api === 'manage' ? `${userId}:manage` : null };
}

/** Endpoints for visitors respond 401 to an invalid code or password. */
async function callWithInvalidCode(endpoint: Endpoint, normal: TestService): Promise<ApiResponse> {
  if (endpoint.id !== 'postInvitationsAccept')
    return normal.callEndpoint(newVisitor(), endpoint, validRequest(endpoint));
  const email = 'aiko@fernhill.example';
  const code = await createInvitation(normal, await normal.workspace(), email);
  await normal.owner.query(sql`
    insert into auth."user" ("name", "email") values ('Aiko Mori', ${email}) on conflict do nothing`);
  return normal.callEndpoint(newVisitor(), endpoint, {
    body: { ...sampleRequests(endpoint)[0]!.body, code },
  });
}

const newCaller = async (service: TestService, endpoint: Endpoint) =>
  (await service.workspace()).callerFor(endpoint);

const newToken = async (service: TestService, role: Role) =>
  (await service.workspace()).token(role);

const validRequest = (endpoint: Endpoint): EndpointRequest => {
  const { params, query, body, file } = sampleRequests(endpoint)[0]!;
  return {
    params,
    query,
    ...(endpoint.body && { body }),
    ...(endpoint.requestFormat && { body: file }),
  };
};

async function sendExistingIds(
  endpoint: Endpoint,
  service: TestService,
  workspace: Awaited<ReturnType<TestService['workspace']>>,
): Promise<ApiResponse> {
  const idOf = recordCreator(service.owner, workspace.id);
  const sample = await withExistingIds(endpoint, sampleRequests(endpoint)[0]!, idOf);
  return sampleSender(service, endpoint, () => workspace.callerFor(endpoint))(sample);
}

/** A request with an Idempotency-Key, and the claim of an earlier request with that key. */
async function earlierRequest(
  service: TestService,
  endpoint: Endpoint,
  earlier: 'the same body' | 'another body',
) {
  const workspace = await service.workspace();
  const session = endpoint.access === 'session' ? await workspace.session(endpoint.role) : null;
  const user = session ?? (await workspace.user(endpoint.role));
  const key = randomUUID();
  const { params = {}, ...request } = validRequest(endpoint);
  const body = JSON.stringify(request.body);
  const caller = {
    tokenId: null,
    userId: user.userId,
    workspaceId: workspace.id,
    role: endpoint.role,
  };
  const compared = earlier === 'the same body' ? canonicalJson(JSON.parse(body)) : 'another body';
  return {
    user: 'token' in user ? user.token : user,
    workspaceId: workspace.id,
    request: { params, body, headers: { 'idempotency-key': key } },
    claim: idempotencyClaimOf(key, caller, endpoint.method, pathOf(endpoint, params), compared),
  };
}
