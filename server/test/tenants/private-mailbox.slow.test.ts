import { allEndpoints, atLeast, type Endpoint, type Role, refsOf } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { runMoveAudience } from '../../src/inbox/move-audience.job.ts';
import { sql } from '../../src/platform/db/index.ts';
import type { JobContext } from '../../src/platform/queue/job-registry.ts';
import { selectDueDeliveries } from '../../src/webhooks/deliveries.sql.ts';
import { sampleSender } from '../error-triggers.ts';
import { prepareRequest } from '../prepared-requests.ts';
import { testQueue } from '../queue/workers.ts';
import { recordCreator, unknownId } from '../record-creator.ts';
import { hasRef, sampleRequests, withExistingIds, withIds } from '../sample-requests.ts';
import type { ApiResponse } from '../send-request.ts';
import { workerDatabase } from '../sending/mail-workspace.ts';
import { testService } from '../service.ts';
import { taskRunner } from '../task-runner.ts';
import { maskedResponse } from './cross-tenant.ts';
import { createPrivateMailbox } from './private-mailbox.ts';

const service = await testService();
const workspace = await service.workspace();
const hidden = await createPrivateMailbox(service, workspace);
const existing = recordCreator(service.owner, workspace.id);
const roles: Role[] = ['viewer', 'member', 'admin', 'owner'];

const inWorkspaces = allEndpoints.filter(
  ({ kind, path }) => kind !== 'account' && !path.startsWith('/connect/'),
);
/** They name the ids of messages and conversations, which are facts of the workspace. */
const showIds = ['getProspectTimeline', 'getDelivery', 'getEnrollmentWhy'];

const shownIn = ({ data, error, headers }: ApiResponse, { id }: Pick<Endpoint, 'id'>): string[] => {
  const text = JSON.stringify([data, error, [...headers]]);
  const ids = showIds.includes(id) ? [] : Object.entries(hidden.ids);
  return [
    ...(text.includes(hidden.canary) ? [`${id} shows a text`] : []),
    ...ids.filter(([, value]) => text.includes(value)).map(([kind]) => `${id} shows a ${kind}`),
  ];
};

test('the owner of the mailbox sees its texts, so that a leak to others would be found', async () => {
  const { conversation, mailbox } = hidden.ids;
  for (const path of [`/conversations/${conversation}`, `/mailboxes/${mailbox}`, '/conversations'])
    expect(
      shownIn(await service.call(hidden.owner.token, 'GET', `/api/v1/manage${path}`), {
        id: 'getInbox',
      }),
    ).not.toEqual([]);
  const found = await service.call(hidden.owner.token, 'GET', '/api/v1/manage/conversations', {
    query: { q: hidden.canary },
  });
  expect(found.data.conversations).toHaveLength(1);
});

const idFields = inWorkspaces.flatMap((endpoint) =>
  refsOf(endpoint)
    .filter(({ referent }) => hidden.ids[referent] !== undefined)
    .map((ref) => [`${endpoint.id} ${ref.path.join('.')}`, endpoint, ref] as const),
);

test.each(idFields)(
  '%s: the id of a private mailbox and what is in it gets the response of an unknown id, for every role',
  async (_, endpoint, ref) => {
    const [sample] = sampleRequests(endpoint).filter((each) => hasRef(each, ref));
    const { ignoreMissing: __, ...body } = sample!.body;
    for (const role of roles.filter((each) => atLeast(each, endpoint.role))) {
      const send = sampleSender(service, endpoint, () => workspace.callerFor(endpoint, role));
      const real = await withExistingIds(endpoint, { ...sample!, body }, existing);
      const madeUp = await unknownId(ref.referent);
      const missing = await send(await withIds(real, ref, async () => madeUp));
      const answer = await send(await withIds(real, ref, async () => hidden.ids[ref.referent]!));
      expect({ role, answer: maskedResponse(answer) }).toEqual({
        role,
        answer: maskedResponse(missing),
      });
      expect(answer.status).toBe(404);
    }
  },
);

test('no endpoint shows a text or id of a private mailbox to another role, also beside what it is about', async () => {
  const shown: string[] = [];
  let answered = 0;
  for (const endpoint of inWorkspaces) {
    const isRead = endpoint.method === 'GET';
    for (const role of isRead
      ? roles.filter((each) => atLeast(each, endpoint.role))
      : ['owner' as const]) {
      await service.owner.query(
        sql`update task set finished_at = now() where workspace_id = ${workspace.id}`,
      );
      const prepared = await prepareRequest(endpoint, service, workspace);
      let { sample } = prepared;
      if (isRead)
        for (const ref of refsOf(endpoint)) {
          const related = hidden.related[ref.referent];
          if (related) sample = await withIds(sample, ref, async () => related);
        }
      if ('q' in sample.query) sample = { ...sample, query: { ...sample.query, q: hidden.canary } };
      const caller = await workspace.callerFor(endpoint, role);
      const send = sampleSender(prepared.service, endpoint, async () =>
        isRead ? caller : prepared.caller,
      );
      const answer = await send(sample);
      if (answer.status === 200) answered++;
      // What a caller sent may come back.
      const own = { ...answer, data: withoutSent(answer.data, sample.query['q']) };
      shown.push(...shownIn(own, endpoint).map((each) => `${role}: ${each}`));
    }
  }
  expect(shown).toEqual([]);
  expect(answered).toBeGreaterThan(200);
});

const withoutSent = (data: unknown, q: string | undefined): unknown =>
  q === undefined ? data : JSON.parse(JSON.stringify(data ?? null).replaceAll(q, ''));

test('webhooks get the ids of a private message and no text, also when it is sent again', async () => {
  const { webhook } = hidden.related;
  const due = await workerDatabase(service).transaction(workspace.id, (tx) =>
    selectDueDeliveries(tx, webhook!, 10),
  );
  expect(due.map(({ event }) => event?.data)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        messageId: hidden.ids['received message'],
        subject: null,
        snippet: '',
      }),
      expect.objectContaining({ messageId: hidden.ids['received message'], subject: null }),
    ]),
  );
  expect(JSON.stringify(due)).not.toContain(hidden.canary);
});

test('an export of the workspace has no word of a private mailbox', async () => {
  const queue = await testQueue([], service.database);
  await queue.startWorker([]);
  const token = await workspace.token('owner');
  const { data } = await service.call(token, 'POST', '/api/v1/manage/exports', { body: {} });
  await taskRunner(service, token).ended(data.task.id);
  const response = await fetch(`${service.origin}/api/v1/manage/exports/${data.task.id}/file`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const file = await response.text();
  expect(file).toContain('Full name');
  expect(file).not.toContain(hidden.canary);
});

test('once the mailbox is shared, members, webhooks and the timeline get the texts', async () => {
  const { mailbox, conversation } = hidden.ids;
  const db = workerDatabase(service);
  await service.owner.query(sql`update mailbox set shared = true where id = ${mailbox}`);
  await runMoveAudience(
    { mailboxId: mailbox! },
    {
      ...({ correlationId: null } as JobContext),
      finish: (work) => db.transaction(workspace.id, work),
    },
  );
  const token = await workspace.token('viewer');
  const manage = (path: string, query = {}) =>
    service.call(token, 'GET', `/api/v1/manage${path}`, { query });
  const texts = { subject: `Subject ${hidden.canary}`, snippet: `Snippet ${hidden.canary}` };
  const { data } = await manage(`/conversations/${conversation}`);
  expect(data.messages).toMatchObject([
    { text: `Body ${hidden.canary}` },
    { text: `Reply ${hidden.canary}` },
  ]);
  const found = await manage('/conversations', { q: hidden.canary });
  expect(found.data.conversations).toMatchObject([{ id: conversation }]);
  const timeline = await manage(`/prospects/${hidden.related.prospect}/timeline`);
  expect(timeline.data.entries).toContainEqual(
    expect.objectContaining({ type: 'reply.received', data: expect.objectContaining(texts) }),
  );
  const due = await db.transaction(workspace.id, (tx) =>
    selectDueDeliveries(tx, hidden.related.webhook!, 10),
  );
  expect(due.map(({ event }) => event?.data)).toContainEqual(expect.objectContaining(texts));
});
