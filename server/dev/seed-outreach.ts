import { Outcrop } from '@outcrop/client';
import type { Database } from '../src/platform/db/index.ts';
import { insertCampaigns, insertConversations, type SampleCampaign } from './outreach-rows.ts';
import { patientFetch } from './patient-fetch.ts';

const hour = 3_600_000;

const ownCampaigns: SampleCampaign[] = [
  { name: 'Trade fair contacts', status: 'running' },
  { name: 'Spring visits', status: 'paused' },
  { name: 'Autumn follow-up', status: 'draft' },
  { name: 'Launch of last year', status: 'archived' },
];

/** More than one answer of GET /campaigns holds. */
const manyCampaigns = Array.from({ length: 55 }, (_, n): SampleCampaign => {
  const status = (['running', 'paused', 'draft'] as const)[n % 3]!;
  return { name: `Round ${55 - n}`, status };
});

/**
 * Campaigns with people in them, and conversations in a shared mailbox and in a private one of the
 * token's user. No endpoint makes mail yet, and campaigns of every state and age are wanted at once,
 * so those are written past the API.
 */
export async function seedOutreach(db: Database, baseUrl: string, token: string): Promise<void> {
  const client = new Outcrop({ baseUrl, token, fetch: patientFetch });
  const { campaigns } = await client.read('getCampaigns');
  if (campaigns.length > 0) return;
  const { workspace, user } = await client.read('getSession');
  const [running, paused] = await insertCampaigns(db, workspace.id, ownCampaigns);
  const { ids = [] } = await client.read('getProspects', { returnIds: 'true', hasEmail: 'true' });
  const [fair, visits] = [ids.slice(0, 40), ids.slice(30, 50)];
  await client.write('postCampaigns', { campaignId: running!, prospectIds: fair });
  await client.write('postCampaigns', { campaignId: paused!, prospectIds: visits });

  const outbound = 'I saw your talk on cold chains. Would a sensor that lasts ten years help you?';
  const ask = { subject: 'Sensors for your plant', campaignId: running!, messages: [outbound] };
  const answered = (answer: string) => ({ ...ask, messages: [outbound, answer] });
  await insertConversations(db, workspace.id, { ownerId: user.id, shared: true }, [
    { ...answered('Thank you, Tuesday works.'), prospectId: fair[0]!, ago: hour, unread: true },
    { ...answered('Not this year, sorry.'), prospectId: fair[1]!, ago: 5 * hour, unread: true },
    { ...answered('Who told you about us?'), prospectId: fair[2]!, ago: 26 * hour },
    { ...ask, prospectId: fair[3]!, ago: 50 * hour },
    { subject: null, messages: [outbound, 'Please send your price list.'], ago: 90 * hour },
  ]);
  await insertConversations(db, workspace.id, { ownerId: user.id, shared: false }, [
    { ...answered('Between us: yes.'), prospectId: fair[4]!, ago: 3 * hour, unread: true },
  ]);
}

export async function seedManyCampaigns(
  db: Database,
  baseUrl: string,
  token: string,
): Promise<void> {
  const client = new Outcrop({ baseUrl, token, fetch: patientFetch });
  const { campaigns } = await client.read('getCampaigns');
  if (campaigns.length > 0) return;
  const { workspace } = await client.read('getSession');
  await insertCampaigns(db, workspace.id, manyCampaigns);
}
