import type { Lead, ManageData, Prospect } from '@outcrop/contract';
import { sql } from '../src/platform/db/index.ts';
import { type Organizer, organizer } from './bulk/organizer.ts';
import type { Answer } from './call.ts';
import type { TestService } from './service.ts';

type Timeline = ManageData<'getProspectTimeline'>;

interface Audited {
  action: string;
  target: string | null;
  actor: string;
  detail: unknown;
}

/** A workspace of one test's own, with a caller who corrects people and joins their records. */
export interface Editor extends Organizer {
  /** The id of someone new. */
  person: (lead: Lead, more?: object) => Promise<string>;
  add: (body: object) => Promise<Answer>;
  edit: (id: string, body: object) => Promise<Answer>;
  merge: (keepId: string, mergeId: string, more?: object) => Promise<Answer>;
  read: (id: string) => Promise<Prospect>;
  timeline: (id: string, query?: Record<string, string>) => Promise<Timeline>;
  audit: () => Promise<Audited[]>;
}

export async function editor(service: TestService): Promise<Editor> {
  const account = await organizer(service);
  const { token, workspace } = account;
  const call = (method: string, path: string, request = {}) =>
    service.call(token, method, `/api/v1/manage/prospects${path}`, request);
  const told = async (path: string, query: Record<string, string> = {}) => {
    const { data, error } = await call('GET', path, { query });
    if (error) throw new Error(`GET ${path}: ${error.message}`);
    return data;
  };
  return {
    ...account,
    person: async (lead, more) => (await account.post([lead], more)).data.prospectIds[0],
    add: (body) => call('POST', '', { body }),
    edit: (id, body) => call('PATCH', `/${id}`, { body }),
    merge: (keepId, mergeId, more = {}) =>
      call('POST', '/merge', { body: { keepId, mergeId, ...more } }),
    read: async (id) => (await told(`/${id}`)).prospect,
    timeline: (id, query) => told(`/${id}/timeline`, query),
    audit: () =>
      service.owner.ask<Audited>(sql`
        select action, target, actor_id as actor, detail from audit_entry
        where workspace_id = ${workspace.id} order by created_at, id`),
  };
}
