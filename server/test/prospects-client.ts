import type { Lead, ManageData, Prospect } from '@outcrop/contract';
import { sql } from '../src/platform/db/index.ts';
import { type BulkClient, bulkClient } from './bulk/bulk-client.ts';
import type { ApiResponse } from './send-request.ts';
import type { TestService } from './service.ts';

type Timeline = ManageData<'getProspectTimeline'>;

interface AuditRow {
  action: string;
  target: string | null;
  actor: string;
  detail: unknown;
}

/** An API client in a new workspace, with methods to edit and merge prospects. */
export interface ProspectsClient extends BulkClient {
  /** Adds a lead, and returns the id of the prospect. */
  addLead: (lead: Lead, more?: object) => Promise<string>;
  create: (body: object) => Promise<ApiResponse>;
  edit: (id: string, body: object) => Promise<ApiResponse>;
  merge: (keepId: string, mergeId: string, more?: object) => Promise<ApiResponse>;
  read: (id: string) => Promise<Prospect>;
  timeline: (id: string, query?: Record<string, string>) => Promise<Timeline>;
  audit: () => Promise<AuditRow[]>;
}

export async function prospectsClient(service: TestService): Promise<ProspectsClient> {
  const account = await bulkClient(service);
  const { token, workspace } = account;
  const call = (method: string, path: string, request = {}) =>
    service.call(token, method, `/api/v1/manage/prospects${path}`, request);
  const get = async (path: string, query: Record<string, string> = {}) => {
    const { data, error } = await call('GET', path, { query });
    if (error) throw new Error(`GET ${path}: ${error.message}`);
    return data;
  };
  return {
    ...account,
    addLead: async (lead, more) => (await account.post([lead], more)).data.prospectIds[0],
    create: (body) => call('POST', '', { body }),
    edit: (id, body) => call('PATCH', `/${id}`, { body }),
    merge: (keepId, mergeId, more = {}) =>
      call('POST', '/merge', { body: { keepId, mergeId, ...more } }),
    read: async (id) => (await get(`/${id}`)).prospect,
    timeline: (id, query) => get(`/${id}/timeline`, query),
    audit: () =>
      service.owner.query<AuditRow>(sql`
        select action, target, actor_id as actor, detail from audit_entry
        where workspace_id = ${workspace.id} order by created_at, id`),
  };
}
