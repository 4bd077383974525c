import type { FollowUp, Note } from '@outcrop/contract';
import { type ProspectsClient, prospectsClient } from '../prospects-client.ts';
import type { ApiResponse } from '../send-request.ts';
import type { TestService } from '../service.ts';

/** An API client in a new workspace with one prospect, to write notes and follow-ups. */
interface WorkClient extends ProspectsClient {
  prospectId: string;
  /** Calls the manage API, by default as the user who owns the prospect's token. */
  ask: (method: string, path: string, body?: object, token?: string) => Promise<ApiResponse>;
  addNote: (body: object, token?: string) => Promise<Note>;
  addFollowUp: (body: object) => Promise<FollowUp>;
}

export async function workClient(service: TestService): Promise<WorkClient> {
  const account = await prospectsClient(service);
  const prospectId = await account.addLead({
    fullName: 'Amara Okafor',
    companyName: 'Saltmarsh Foods',
  });
  const ask: WorkClient['ask'] = (method, path, body, token = account.token) => {
    const { pathname, searchParams } = new URL(`/api/v1/manage${path}`, 'http://localhost');
    const query = Object.fromEntries(searchParams);
    return service.call(token, method, pathname, { query, ...(body && { body }) });
  };
  const add = async (kind: 'notes' | 'follow-ups', body: object, token?: string) => {
    const { data, error } = await ask('POST', `/prospects/${prospectId}/${kind}`, body, token);
    if (error) throw new Error(error.message);
    return data;
  };
  return {
    ...account,
    prospectId,
    ask,
    addNote: async (body, token) => (await add('notes', body, token)).note,
    addFollowUp: async (body) => (await add('follow-ups', body)).followUp,
  };
}
