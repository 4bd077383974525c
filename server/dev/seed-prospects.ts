import { Outcrop } from '@outcrop/client';
import type { Stage } from '@outcrop/contract';
import { retryingFetch } from './retrying-fetch.ts';
import { samplePeople } from './sample-people.ts';

const lists = ['Trade fair 2026', 'Newsletter readers', 'Referrals'];
const tags = ['Met in person', 'Decision maker', 'Follow up in spring'];

/** From the newest prospects to the oldest. Older prospects have moved further. */
const funnel: readonly (readonly Stage[])[] = [
  ['new', 'new', 'new', 'contacted', 'new', 'new', 'new', 'replied', 'new', 'contacted'],
  [
    'new',
    'contacted',
    'replied',
    'new',
    'contacted',
    'interested',
    'contacted',
    'new',
    'contacted',
    'not_interested',
  ],
  [
    'contacted',
    'replied',
    'interested',
    'contacted',
    'meeting',
    'replied',
    'not_interested',
    'customer',
    'contacted',
    'interested',
  ],
];

/** Every nth item, starting at a different one for each index. */
const everyNth = <T>(items: T[], n: number, index: number): T[] =>
  items.filter((_, i) => i % n === index);

/** Fills an empty workspace through its own API: prospects on lists, in every stage, some tagged. */
export async function seedProspects(
  baseUrl: string,
  token: string,
  { from, count }: { from: number; count: number },
): Promise<boolean> {
  const client = new Outcrop({ baseUrl, token, fetch: retryingFetch });
  const { total } = await client.read('getProspects', { returnIds: 'true', pageSize: '1' });
  if (total !== 0) return false;
  const people = samplePeople(from, count);
  const ids: string[] = [];
  for (const [n, listName] of lists.entries()) {
    const leads = everyNth(people, lists.length, n);
    const sourceType = 'extension_search' as const;
    const { prospectIds } = await client.write('postLeads', { leads, listName, sourceType });
    for (const [i, id] of prospectIds.entries()) ids[i * lists.length + n] = id;
  }
  const stages = Map.groupBy(ids, (_, i) => {
    const third = funnel[Math.floor((i * funnel.length) / ids.length)]!;
    return third[i % third.length]!;
  });
  for (const [stage, prospectIds] of stages)
    if (stage !== 'new') await client.write('postBulk', { action: 'stage', stage, prospectIds });
  for (const [n, tagName] of tags.entries())
    await client.write('postBulk', { action: 'tag', tagName, prospectIds: everyNth(ids, 5, n) });
  await client.write('postBulk', { action: 'suppress', prospectIds: everyNth(ids, 30, 7) });
  return true;
}
