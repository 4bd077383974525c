import { Outcrop } from '@outcrop/client';
import type { Database } from '../src/platform/db/index.ts';
import { insertCampaigns, insertConversations, type SampleCampaign } from './outreach-rows.ts';
import { retryingFetch } from './retrying-fetch.ts';

const hour = 3_600_000;

const ownCampaigns: SampleCampaign[] = [
  { name: 'Trade fair contacts', status: 'running' },
  { name: 'Spring visits', status: 'paused' },
  { name: 'Autumn follow-up', status: 'draft' },
  { name: 'Product launch 2025', status: 'archived' },
];

/** More than one page of GET /campaigns. */
const manyCampaigns = Array.from({ length: 55 }, (_, n): SampleCampaign => {
  const status = (['running', 'paused', 'draft'] as const)[n % 3]!;
  return { name: `Regional mailing ${55 - n}`, status };
});

/**
 * Campaigns with enrolled prospects, and conversations in a shared mailbox and in a private one of the
 * token's user. No endpoint sends mail yet, so these are written to the tables.
 */
export async function seedOutreach(db: Database, baseUrl: string, token: string): Promise<void> {
  const client = new Outcrop({ baseUrl, token, fetch: retryingFetch });
  const { campaigns } = await client.read('getCampaigns');
  if (campaigns.length > 0) return;
  const { workspace, user } = await client.read('getSession');
  const [running, paused] = await insertCampaigns(db, workspace.id, ownCampaigns);
  const { ids = [] } = await client.read('getProspects', { returnIds: 'true', hasEmail: 'true' });
  const [fair, visits] = [ids.slice(0, 40), ids.slice(30, 50)];
  await client.write('postCampaigns', { campaignId: running!, prospectIds: fair });
  await client.write('postCampaigns', { campaignId: paused!, prospectIds: visits });

  const outbound =
    'We met at the trade fair. Could a temperature sensor with a ten-year battery help your team?';
  const sent = { subject: 'Sensors for your plant', campaignId: running!, messages: [outbound] };
  const replied = (reply: string) => ({ ...sent, messages: [outbound, reply] });
  await insertConversations(db, workspace.id, { ownerId: user.id, shared: true }, [
    {
      ...replied('Thanks for reaching out. Tuesday at 10 works for me.'),
      prospectId: fair[0]!,
      ago: hour,
      unread: true,
    },
    {
      ...replied('We have no budget this year. Please try again in spring.'),
      prospectId: fair[1]!,
      ago: 5 * hour,
      unread: true,
    },
    { ...replied('How did you get my contact details?'), prospectId: fair[2]!, ago: 26 * hour },
    { ...sent, prospectId: fair[3]!, ago: 50 * hour },
    { subject: null, messages: [outbound, 'Please send me your price list.'], ago: 90 * hour },
  ]);
  await insertConversations(db, workspace.id, { ownerId: user.id, shared: false }, [
    {
      ...replied('Yes, but please keep this between us for now.'),
      prospectId: fair[4]!,
      ago: 3 * hour,
      unread: true,
    },
  ]);
}

export async function seedManyCampaigns(
  db: Database,
  baseUrl: string,
  token: string,
): Promise<void> {
  const client = new Outcrop({ baseUrl, token, fetch: retryingFetch });
  const { campaigns } = await client.read('getCampaigns');
  if (campaigns.length > 0) return;
  const { workspace } = await client.read('getSession');
  await insertCampaigns(db, workspace.id, manyCampaigns);
}
