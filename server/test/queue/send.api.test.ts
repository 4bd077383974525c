import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { JobDeps } from '../../src/job-registrations.ts';
import { sql } from '../../src/platform/db/index.ts';
import { endpointRoute } from '../../src/platform/http/endpoint-call.ts';
import { defineJob } from '../../src/platform/queue/job.ts';
import { registerJob } from '../../src/platform/queue/job-registry.ts';
import { sendJobs } from '../../src/platform/queue/send-jobs.ts';
import { testService } from '../service.ts';
import { writeEndpoint } from '../write-route.ts';
import { testQueue } from './workers.ts';

const receivedPayloads: object[] = [];
const payload = z.object({ noteId: z.guid() });
const receivingJob = defineJob({ name: 'test.hear', payload });
const idleJob = defineJob({
  name: 'test.wait',
  payload,
  retry: { limit: 7, delaySeconds: 3, backoff: true },
});
const otherJob = defineJob({ name: 'test.wait-too', payload });

const sendEndpoint = {
  ...writeEndpoint,
  id: 'testSend',
  path: '/test-sends',
} as typeof writeEndpoint;
const sendRoute = endpointRoute(sendEndpoint, async ({ body: { name }, tx, correlationId }) => {
  const noteId = randomUUID();
  sendJobs(tx, idleJob, [{ noteId }], { correlationId });
  return { listId: noteId, name };
});
const service = await testService({ extraRoutes: [sendRoute] });
const receivingRegistration = registerJob(
  receivingJob,
  (_deps: JobDeps) => async (given, context) => {
    const { workspaceId, correlationId } = context;
    receivedPayloads.push({ ...given, workspaceId, correlationId });
  },
);
const idleRegistration = registerJob(idleJob, () => async () => {});
const otherRegistration = registerJob(otherJob, () => async () => {});
const queue = await testQueue(
  [receivingRegistration, idleRegistration, otherRegistration],
  service.database,
);
const sendOptions = { correlationId: null };

test('a job that is sent in a transaction runs after its commit', async () => {
  await queue.startWorker([receivingRegistration]);
  const { id: workspaceId } = await queue.workspace();
  const noteId = randomUUID();
  await queue.db.transaction(workspaceId, async (tx) =>
    sendJobs(tx, receivingJob, [{ noteId }], { correlationId: 'the request' }),
  );
  const what = { noteId, workspaceId, correlationId: 'the request' };
  await expect.poll(() => receivedPayloads, { interval: 20 }).toContainEqual(what);
});

test('a job is rolled back with the transaction that sent it', async () => {
  const workspace = await queue.workspace();
  const failing = queue.db.transaction(workspace.id, async (tx) => {
    sendJobs(tx, idleJob, [{ noteId: randomUUID() }], sendOptions);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  const refused = queue.db.transaction(workspace.id, async (tx) => {
    sendJobs(tx, idleJob, [{ noteId: randomUUID() }], sendOptions);
    tx.defer(sql`select 1 / 0`);
  });
  await expect(refused).rejects.toThrow('division by zero');
  expect(await queue.jobs(idleJob.name, workspace)).toEqual([]);
});

test('a request queues one job with its correlation id, and a dry run queues none', async () => {
  const workspace = await service.workspace();
  const token = await workspace.token('member');
  const call = (dryRun: boolean) =>
    service.call(token, 'POST', '/test-sends', { body: { name: 'Later', dryRun } });
  expect((await call(true)).status).toBe(200);
  expect(await queue.jobs(idleJob.name, workspace)).toEqual([]);
  const { status, headers } = await call(false);
  expect(status).toBe(200);
  expect(await queue.jobs(idleJob.name, workspace)).toMatchObject([
    { data: { workspaceId: workspace.id, correlationId: headers.get('x-correlation-id') } },
  ]);
});

test('an invalid payload is not sent, and the transaction fails', async () => {
  const workspace = await queue.workspace();
  const sending = queue.db.transaction(workspace.id, async (tx) =>
    sendJobs(tx, idleJob, [{ noteId: 'not an id' }], sendOptions),
  );
  await expect(sending).rejects.toThrow('noteId');
});

test('fields that are not in the payload schema are not queued', async () => {
  const workspace = await queue.workspace();
  const more = { noteId: randomUUID(), secret: 'whsec_1' };
  await queue.db.transaction(workspace.id, async (tx) =>
    sendJobs(tx, idleJob, [more], sendOptions),
  );
  const [sent] = await queue.jobs(idleJob.name, workspace);
  expect(sent!.data).toEqual({
    noteId: more.noteId,
    workspaceId: workspace.id,
    correlationId: null,
    sentAt: expect.any(String),
  });
});

test('a job with a condition is sent only if it is true at the end of the transaction', async () => {
  const workspace = await queue.workspace();
  const conditional = {
    ...sendOptions,
    onlyIf: sql`exists (select from tag where name = 'Wanted')`,
  };
  for (const name of ['Unwanted', 'Wanted'])
    await queue.db.transaction(workspace.id, async (tx) => {
      sendJobs(tx, idleJob, [{ noteId: randomUUID() }], conditional);
      await tx.run(sql`
        insert into tag (workspace_id, id, name, name_key)
        values (${workspace.id}, ${randomUUID()}, ${name}, ${name})`);
    });
  expect(await queue.jobs(idleJob.name, workspace)).toHaveLength(1);
});

test('a start delay is applied', async () => {
  const workspace = await queue.workspace();
  await queue.db.transaction(workspace.id, async (tx) =>
    sendJobs(tx, idleJob, [{ noteId: randomUUID() }], { ...sendOptions, startAfterSeconds: 90 }),
  );
  const [delayed] = await queue.jobs(idleJob.name, workspace);
  expect(delayed!.startsIn).toBeGreaterThan(0);
  expect(delayed!.startsIn).toBeLessThanOrEqual(90);
});

test('a transaction that sends to several queues keeps the order of each', async () => {
  const workspace = await queue.workspace();
  const noteIds = Array.from({ length: 4 }, () => randomUUID());
  await queue.db.transaction(workspace.id, async (tx) => {
    for (const noteId of noteIds) {
      sendJobs(tx, idleJob, [{ noteId }], sendOptions);
      sendJobs(tx, otherJob, [{ noteId }], sendOptions);
    }
  });
  for (const { name } of [idleJob, otherJob])
    expect((await queue.jobs(name, workspace)).map(({ data }) => data.noteId)).toEqual(noteIds);
});
