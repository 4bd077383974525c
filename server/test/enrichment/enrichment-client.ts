import { setTimeout as sleep } from 'node:timers/promises';
import type { EnrichmentJob, EnrichmentResult, Prospect } from '@outcrop/contract';
import { expect } from 'vitest';
import type { Config } from '../../src/config.ts';
import { sql } from '../../src/platform/db/index.ts';
import { bulkClient } from '../bulk/bulk-client.ts';
import { type ModelServer, startModelServer } from '../model-server.ts';
import { testQueue } from '../queue/workers.ts';
import { type TestService, testService } from '../service.ts';

const base = '/api/v1/manage';

/** Settings to use this model and to allow requests to this machine. */
const settingsFor = ({ baseUrl }: Pick<ModelServer, 'baseUrl'>): Partial<Config> => ({
  EGRESS_ALLOW: ['127.0.0.0/8', '::1/128'],
  AI_PROVIDER: 'openai-compatible',
  AI_BASE_URL: baseUrl,
  AI_API_KEY: 'operators-key',
  AI_MODEL: 'scripted',
});

/** A service with a scripted model, and a worker on request. */
export async function setUpEnrichment(config: Partial<Config> = {}) {
  const model = await startModelServer();
  const settings = { ...settingsFor(model), ...config };
  const service = await testService({ config: settings });
  const queue = await testQueue([], service.database);
  return { model, service, queue, startWorker: () => queue.startWorker([], settings) };
}

interface Account {
  balance: number;
  reserved: number;
}

/** An API client in a new workspace, with methods for enrichment and credits. */
export async function enrichmentClient(service: TestService) {
  const account = await bulkClient(service);
  const { workspace, token } = account;
  const admin = await workspace.token('admin');
  const manage = (method: string, address: string, body?: object) => {
    const [path, search] = address.split('?');
    const query = Object.fromEntries(new URLSearchParams(search));
    return service.call(admin, method, base + path, { query, ...(body && { body }) });
  };
  const job = async (jobId: string): Promise<{ job: EnrichmentJob; results: EnrichmentResult[] }> =>
    (await manage('GET', `/enrichment-jobs/${jobId}?limit=100`)).data;
  return {
    ...account,
    admin,
    manage,
    job,
    enrich: (prospectIds: string[], body: object = {}) =>
      service.call(token, 'POST', '/enrich', { body: { prospectIds, ...body } }),
    addLead: async (lead: object): Promise<string> =>
      (await account.post([lead])).data.prospectIds[0],
    prospect: async (id: string): Promise<Prospect> =>
      (await manage('GET', `/prospects/${id}`)).data.prospect,
    /** Waits until the job has finished. */
    waitForEnd: async (jobId: string, withinMs = 60_000) => {
      for (let waited = 0; waited < withinMs; waited += 50) {
        const found = await job(jobId);
        if (found.job.finishedAt !== null) return found;
        await sleep(50);
      }
      return expect.fail(`not finished: ${JSON.stringify((await job(jobId)).job)}`);
    },
    credits: () => creditsOf(service, workspace.id),
  };
}

/** The credit account, the sum of its ledger, and the number of open enrichments. */
export async function creditsOf(
  { owner }: Pick<TestService, 'owner'>,
  workspaceId: string,
): Promise<{ account: Account; ledger: Account; open: number }> {
  const [account = { balance: 0, reserved: 0 }] = await owner.query<Account>(
    sql`select balance, reserved from credit_account where workspace_id = ${workspaceId}`,
  );
  const [ledger] = await owner.query<Account>(sql`
    select coalesce(sum(balance_change), 0)::int as balance, coalesce(sum(reserved_change), 0)::int as reserved
    from credit_entry where workspace_id = ${workspaceId}`);
  const [open] = await owner.query<{ count: number }>(sql`
    select count(*)::int from enrichment
    where workspace_id = ${workspaceId} and status in ('queued', 'running')`);
  return { account, ledger: ledger!, open: open!.count };
}
