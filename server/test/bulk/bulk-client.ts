import { expect } from 'vitest';
import { type LeadsClient, leadsClient, newLeads } from '../leads-client.ts';
import type { ApiResponse } from '../send-request.ts';
import type { TestService } from '../service.ts';
import { boardCounts, workspaceChecksums } from '../workspace-checksums.ts';

interface Boards {
  lists: { id: string; name: string; count: number }[];
  tags: { id: string; name: string; count: number }[];
}

/** An API client in a new workspace, with methods for bulk actions and boards. */
export interface BulkClient extends LeadsClient {
  bulk: (body: object, headers?: Record<string, string>) => Promise<ApiResponse>;
  /** Adds new prospects, and returns their ids. */
  addProspects: (count: number) => Promise<string[]>;
  boards: () => Promise<Boards>;
  /** Checksums of the workspace's tables. */
  checksums: () => Promise<Record<string, string>>;
  /** Fails unless the stored board counts equal the actual counts. */
  expectExactCounts: () => Promise<void>;
}

export async function bulkClient(service: TestService, plan?: string): Promise<BulkClient> {
  const account = await leadsClient(service, plan);
  const { workspace, token, post } = account;
  return {
    ...account,
    bulk: (body, headers = {}) => service.call(token, 'POST', '/bulk', { body, headers }),
    addProspects: async (count) => {
      const leads = newLeads(count);
      const ids: string[] = [];
      for (let sent = 0; sent < count; sent += 100) {
        const { data, error } = await post(leads.slice(sent, sent + 100));
        expect(error).toBeUndefined();
        ids.push(...data.prospectIds);
      }
      return ids;
    },
    boards: async () => (await service.call(token, 'GET', '/boards')).data,
    checksums: () => workspaceChecksums(service.owner, workspace.id),
    expectExactCounts: async () => {
      const { shown, counted } = await boardCounts(service.owner, workspace.id);
      expect(shown).toEqual(counted);
    },
  };
}

/** One request per action, without prospectIds. `Fair` and `Hot` must exist. */
export const allBulkActions = [
  { action: 'tag', tagName: 'Hot' },
  { action: 'untag', tagName: 'Hot' },
  { action: 'stage', stage: 'meeting' },
  { action: 'add_to_list', listName: 'Fair' },
  { action: 'remove_from_list', listName: 'Fair' },
  { action: 'suppress' },
  { action: 'unsuppress' },
  { action: 'delete' },
] as const;
