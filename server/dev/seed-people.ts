import { Outcrop } from '@outcrop/client';
import { stages } from '@outcrop/contract';
import { patientFetch } from './patient-fetch.ts';
import { fictionalPeople } from './people.ts';

const lists = ['Trade fair 2026', 'Newsletter readers', 'Referred'];
const tags = ['Met in person', 'Decision maker', 'Follow up in spring'];

/** Every n-th of the items, beginning with a different one for each place. */
const share = <T>(items: T[], of: number, place: number): T[] =>
  items.filter((_, i) => i % of === place);

/** Fills an empty workspace through its own API: people on lists, in every stage, some with a tag. */
export async function seedPeople(
  baseUrl: string,
  token: string,
  { from, count }: { from: number; count: number },
): Promise<void> {
  const client = new Outcrop({ baseUrl, token, fetch: patientFetch });
  const { total } = await client.read('getProspects', { returnIds: 'true', pageSize: '1' });
  if (total !== 0) return;
  const ids: string[] = [];
  for (const [n, listName] of lists.entries()) {
    const leads = share(fictionalPeople(from, count), lists.length, n);
    const sourceType = 'extension_search' as const;
    ids.push(...(await client.write('postLeads', { leads, listName, sourceType })).prospectIds);
  }
  for (const [n, stage] of stages.entries())
    await client.write('postBulk', { action: 'stage', stage, prospectIds: share(ids, 7, n) });
  for (const [n, tagName] of tags.entries())
    await client.write('postBulk', { action: 'tag', tagName, prospectIds: share(ids, 5, n) });
  await client.write('postBulk', { action: 'suppress', prospectIds: share(ids, 30, 7) });
}
