import { randomUUID } from 'node:crypto';
import type { EventKind, Lead, Prospect } from '@outcrop/contract';
import { upsertPlan } from '../src/operator/accounts.ts';
import { sql } from '../src/platform/db/index.ts';
import type { TestUser, TestWorkspace } from './accounts.ts';
import type { ApiResponse } from './send-request.ts';
import type { TestService } from './service.ts';

interface StoredEvent {
  type: EventKind;
  prospectId: string | null;
  actor: string;
  correlationId: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read it freely.
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  previous: any;
}

/** An API client in a new workspace, with methods to add leads and read prospects. */
export interface LeadsClient extends TestUser {
  workspace: TestWorkspace;
  post: (leads: unknown, more?: object, headers?: Record<string, string>) => Promise<ApiResponse>;
  /** One prospect, as GET /prospects returns it. */
  prospect: (id: string) => Promise<Prospect>;
  prospects: () => Promise<Prospect[]>;
  lists: () => Promise<{ id: string; name: string; count: number }[]>;
  events: (type?: EventKind) => Promise<StoredEvent[]>;
}

export async function leadsClient(service: TestService, plan = 'scale'): Promise<LeadsClient> {
  const workspace = await service.workspace(plan);
  const user = await workspace.user('member');
  const get = async (path: string, query?: Record<string, string>) => {
    const { data, error } = await service.call(user.token, 'GET', path, query ? { query } : {});
    if (error) throw new Error(`GET ${path}: ${error.message}`);
    return data;
  };
  const prospects = async (): Promise<Prospect[]> =>
    (await get('/prospects', { pageSize: '500' })).prospects;
  return {
    ...user,
    workspace,
    post: (leads, more = {}, headers = {}) =>
      service.call(user.token, 'POST', '/leads', { body: { leads, ...more }, headers }),
    prospect: async (id) => {
      const found = (await prospects()).find((prospect) => prospect.id === id);
      if (!found) throw new Error(`There is no prospect ${id}.`);
      return found;
    },
    prospects,
    lists: async () => (await get('/boards')).lists,
    events: (type) =>
      service.owner.query<StoredEvent>(sql`
        select type, prospect_id as "prospectId", actor_id as actor,
               correlation_id as "correlationId", data, previous
        from event
        where workspace_id = ${workspace.id} and (${type ?? null}::text is null or type = ${type ?? null})
        order by created_at, id`),
  };
}

/** Creates a plan with the given number of imports a month. */
export async function createPlan(service: TestService, imports: number): Promise<string> {
  const id = `plan-${randomUUID()}`;
  await service.owner.query(upsertPlan(id, 'A plan', imports, 0, true));
  return id;
}

/** Leads for new, distinct people. */
export const newLeads = (length: number): Lead[] =>
  Array.from({ length }, () => ({ email: `${randomUUID()}@acme.example` }));
