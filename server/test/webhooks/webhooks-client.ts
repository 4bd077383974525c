import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditAction, Delivery, ManageData, Webhook } from '@outcrop/contract';
import { expect } from 'vitest';
import type { Config } from '../../src/config.ts';
import { bulkClient } from '../bulk/bulk-client.ts';
import { testQueue } from '../queue/workers.ts';
import type { ApiResponse, RequestOptions } from '../send-request.ts';
import { type TestService, testService } from '../service.ts';
import { taskRunner } from '../task-runner.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

const base = '/api/v1/manage';

/** A service that may send webhooks to this machine, and a worker on request. */
export async function setUpWebhooks(config: Partial<Config> = {}) {
  const allowed = { EGRESS_ALLOW: ['127.0.0.0/8', '::1/128'], ...config };
  const service = await testService({ config: allowed });
  const queue = await testQueue([], service.database);
  return { service, queue, startWorker: () => queue.startWorker([], allowed) };
}

/** An API client in a new workspace, with methods for webhooks and deliveries. */
export async function webhooksClient(service: TestService) {
  const account = await bulkClient(service);
  const admin = await account.workspace.token('admin');
  const send = (method: string, path: string, request: RequestOptions = {}): Promise<ApiResponse> =>
    service.call(admin, method, base + path, request);
  const call = async (method: string, path: string, body?: object) => {
    const { data, error } = await send(method, path, body ? { body } : {});
    expect(error).toBeUndefined();
    return data;
  };
  const log = async (webhookId: string, query: Record<string, string> = {}): Promise<Delivery[]> =>
    (await send('GET', `/webhooks/${webhookId}/deliveries`, { query })).data.deliveries;
  const { ended } = taskRunner(service, admin);
  return {
    ...account,
    admin,
    ask: send,
    call,
    log,
    register: (url: string, events = ['*']): Promise<{ webhook: Webhook; secret: string }> =>
      call('POST', '/webhooks', { url, events }),
    webhook: async (id: string): Promise<Webhook> => (await call('GET', `/webhooks/${id}`)).webhook,
    change: async (id: string, body: object): Promise<Webhook> =>
      (await call('PATCH', `/webhooks/${id}`, body)).webhook,
    delivery: (id: string): Promise<ManageData<'getDelivery'>> => call('GET', `/deliveries/${id}`),
    /** Waits until there are deliveries and all of them match. */
    waitForDeliveries: async (webhookId: string, matches: (delivery: Delivery) => boolean) => {
      for (let waited = 0; waited < 60_000; waited += 50) {
        const all = await log(webhookId);
        if (all.length > 0 && all.every(matches)) return all;
        await sleep(50);
      }
      return expect.fail(`no match: ${JSON.stringify(await log(webhookId))}`);
    },
    /** Replays, waits for the task, and returns the number of sent deliveries. */
    replay: async (webhookId: string, body: object): Promise<number> => {
      const { task } = await call('POST', `/webhooks/${webhookId}/replay`, body);
      const { status, counts } = await ended(task.id);
      expect(status).toBe('done');
      return counts['sent']!;
    },
    audit: async (action: AuditAction) =>
      (await send('GET', '/audit', { query: { action } })).data
        .entries as ManageData<'getAudit'>['entries'],
  };
}

/** A webhook of a new workspace, its receiver and a client. */
export async function startSubscription(service: TestService, events?: string[]) {
  const hook = await startWebhookReceiver();
  const account = await webhooksClient(service);
  return { hook, account, ...(await account.register(hook.url, events)) };
}

export type WebhooksClient = Awaited<ReturnType<typeof webhooksClient>>;
