import { expect } from 'vitest';
import type { Answer } from '../call.ts';
import { type Importer, importer, newLeads } from '../importer.ts';
import type { TestService } from '../service.ts';
import { boardCounts, workspaceRows } from '../workspace-rows.ts';

interface Boards {
  lists: { id: string; name: string; count: number }[];
  tags: { id: string; name: string; count: number }[];
}

/** A workspace of one test's own, with a caller who adds people and organizes them. */
export interface Organizer extends Importer {
  bulk: (body: object, headers?: Record<string, string>) => Promise<Answer>;
  /** So many new people, by id. */
  people: (count: number) => Promise<string[]>;
  boards: () => Promise<Boards>;
  /** A checksum of each of the workspace's tables. */
  rows: () => Promise<Record<string, string>>;
  /** Fails unless the boards show what a count of the rows gives. */
  expectExactCounts: () => Promise<void>;
}

export async function organizer(service: TestService, plan?: string): Promise<Organizer> {
  const account = await importer(service, plan);
  const { workspace, token, post } = account;
  return {
    ...account,
    bulk: (body, headers = {}) => service.call(token, 'POST', '/bulk', { body, headers }),
    people: async (count) => {
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
    rows: () => workspaceRows(service.owner, workspace.id),
    expectExactCounts: async () => {
      const { shown, counted } = await boardCounts(service.owner, workspace.id);
      expect(shown).toEqual(counted);
    },
  };
}

/** One request of each action, about people who are to be named. `Fair` and `Hot` must exist. */
export const everyAction = [
  { action: 'tag', tagName: 'Hot' },
  { action: 'untag', tagName: 'Hot' },
  { action: 'stage', stage: 'meeting' },
  { action: 'add_to_list', listName: 'Fair' },
  { action: 'remove_from_list', listName: 'Fair' },
  { action: 'suppress' },
  { action: 'unsuppress' },
  { action: 'delete' },
] as const;
