import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditAction, Delivery, ManageData, Webhook } from '@outcrop/contract';
import { expect } from 'vitest';
import type { Config } from '../../src/config.ts';
import { organizer } from '../bulk/organizer.ts';
import type { Answer, Request } from '../call.ts';
import { testQueue } from '../queue/workers.ts';
import { type TestService, testService } from '../service.ts';
import { taskRunner } from '../tasks.ts';

const base = '/api/v1/manage';

/** A service that may call this machine, and workers beside it. */
export async function webhookGround(config: Partial<Config> = {}) {
  const allowed = { EGRESS_ALLOW: ['127.0.0.0/8', '::1/128'], ...config };
  const service = await testService({ config: allowed });
  const queue = await testQueue([], service.database);
  return { service, queue, startWorker: () => queue.worker([], allowed) };
}

/** A workspace whose administrator registers webhooks and looks at what became of deliveries. */
export async function subscriber(service: TestService) {
  const account = await organizer(service);
  const admin = await account.workspace.token('admin');
  const ask = (method: string, path: string, request: Request = {}): Promise<Answer> =>
    service.call(admin, method, base + path, request);
  const call = async (method: string, path: string, body?: object) => {
    const { data, error } = await ask(method, path, body ? { body } : {});
    expect(error).toBeUndefined();
    return data;
  };
  const log = async (webhookId: string, query: Record<string, string> = {}): Promise<Delivery[]> =>
    (await ask('GET', `/webhooks/${webhookId}/deliveries`, { query })).data.deliveries;
  const { ended } = taskRunner(service, admin);
  return {
    ...account,
    admin,
    ask,
    call,
    log,
    register: (url: string, events = ['*']): Promise<{ webhook: Webhook; secret: string }> =>
      call('POST', '/webhooks', { url, events }),
    webhook: async (id: string): Promise<Webhook> => (await call('GET', `/webhooks/${id}`)).webhook,
    change: async (id: string, body: object): Promise<Webhook> =>
      (await call('PATCH', `/webhooks/${id}`, body)).webhook,
    delivery: (id: string): Promise<ManageData<'getDelivery'>> => call('GET', `/deliveries/${id}`),
    /** The deliveries, once there are some and each is as the test expects. */
    settled: async (webhookId: string, isSo: (delivery: Delivery) => boolean) => {
      for (let waited = 0; waited < 60_000; waited += 50) {
        const all = await log(webhookId);
        if (all.length > 0 && all.every(isSo)) return all;
        await sleep(50);
      }
      return expect.fail(`not settled: ${JSON.stringify(await log(webhookId))}`);
    },
    /** Replays to the end of the task, and tells how many were sent. */
    replay: async (webhookId: string, body: object): Promise<number> => {
      const { task } = await call('POST', `/webhooks/${webhookId}/replay`, body);
      const { status, counts } = await ended(task.id);
      expect(status).toBe('done');
      return counts['sent']!;
    },
    audit: async (action: AuditAction) =>
      (await ask('GET', '/audit', { query: { action } })).data
        .entries as ManageData<'getAudit'>['entries'],
  };
}
export type Subscriber = Awaited<ReturnType<typeof subscriber>>;
