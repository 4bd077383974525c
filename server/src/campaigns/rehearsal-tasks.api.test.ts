import { expect, test } from 'vitest';
import { leadsClient } from '../../test/leads-client.ts';
import { testQueue } from '../../test/queue/workers.ts';
import { testService } from '../../test/service.ts';
import { taskRunner } from '../../test/task-runner.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const queue = await testQueue([], service.database);
await queue.startWorker([]);
const path = '/api/v1/manage/campaigns';

async function runRehearsalTask(leads: object[], steps: object[], lostTitle?: number) {
  const { token, post } = await leadsClient(service);
  const ids: string[] = [];
  for (let from = 0; from < leads.length; from += 100)
    ids.push(...(await post(leads.slice(from, from + 100))).data.prospectIds);
  const created = await service.call(token, 'POST', path, { body: { name: 'Fair', steps } });
  const { id, steps: stored } = created.data.campaign;
  const runner = taskRunner(service, token);
  const enrolling = await service.call(token, 'POST', `${path}/${id}/enroll-tasks`, {
    body: { filter: {} },
  });
  await runner.ended(enrolling.data.task.id);
  if (lostTitle !== undefined)
    await service.owner.query(sql`update prospect set title = null where id = ${ids[lostTitle]}`);
  const { data } = await service.call(token, 'POST', `${path}/${id}/rehearsal-tasks`, { body: {} });
  const task = await runner.ended(data.task.id);
  const failures = await service.call(token, 'GET', `/api/v1/manage/tasks/${task.id}/failures`, {
    query: { limit: '500' },
  });
  return { ids, stepIds: stored.map((step: { id: string }) => step.id), task, failures };
}

test('all remaining emails of everyone are written, and broken ones are listed with what to do', async () => {
  const leads = [
    ...Array.from({ length: 260 }, (_, n) => ({
      fullName: `Ok ${n}`,
      email: `ok${n}@acme.example`,
      title: 'Buyer',
    })),
    { fullName: 'Nita Title', email: 'nita@acme.example', title: 'Owner' },
  ];
  const steps = [
    { kind: 'email', subject: 'Hello {{firstName}}', body: 'It was good to meet you.' },
    { kind: 'wait', days: 2 },
    { kind: 'email', body: 'As {{title}} you know cold chains.' },
  ];
  const { ids, stepIds, task, failures } = await runRehearsalTask(leads, steps, 260);
  expect(task).toMatchObject({
    kind: 'rehearsal',
    ...{ status: 'done', total: 261, done: 261, failed: 1 },
    counts: { emails: 522, ready: 260, broken: 1 },
  });
  expect(failures.data.failures).toEqual([
    {
      number: expect.any(Number),
      reason: 'No value for {{title}}. Fill it in, or add a fallback to the email.',
      row: {
        prospectId: ids[260],
        ...{ fullName: 'Nita Title', email: 'nita@acme.example', companyName: null },
        ...{ stepId: stepIds[2], variantId: null, problem: 'missing', missing: ['title'] },
      },
    },
  ]);
});

test('a subject that is empty for someone is broken', async () => {
  const { task, failures } = await runRehearsalTask(
    [{ fullName: 'Amara Okafor', email: 'amara@acme.example' }],
    [{ kind: 'email', subject: '{{title|}}', body: 'Hello' }],
  );
  expect(task.counts).toEqual({ emails: 1, ready: 0, broken: 1 });
  expect(failures.data.failures[0].row.problem).toBe('empty');
});
