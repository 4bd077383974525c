import { Outcrop } from '@outcrop/client';
import type { Database } from '../src/platform/db/index.ts';
import {
  insertCampaigns,
  insertConversations,
  type SampleCampaign,
  type SampleConversation,
} from './outreach-rows.ts';
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
 * token's user. Received messages cannot be added through the API, so these are written to the tables.
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
    ...machineReplies(fair.slice(5), replied),
    {
      ...replied('Yes, we are interested. The layout of the new hall is attached.'),
      last: htmlReply,
      prospectId: fair[9]!,
      ago: 2 * hour,
      unread: true,
    },
    {
      ...replied('Ask me again when the new line runs.'),
      prospectId: fair[10]!,
      ago: 30 * hour,
      snoozedFor: 5 * 24 * hour,
    },
    {
      ...replied('Thank you, we have chosen another supplier.'),
      prospectId: fair[11]!,
      ago: 100 * hour,
      isClosed: true,
    },
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

type MakeConversation = (
  reply: string,
) => Pick<SampleConversation, 'subject' | 'campaignId' | 'messages'>;

/** An absence, a bounce, an unsubscribe request and an acknowledgement, of four prospects. */
function machineReplies(prospectIds: string[], replied: MakeConversation): SampleConversation[] {
  const [away, bounced, leaving, busy] = prospectIds;
  const back = new Date(Date.now() + 14 * 24 * hour).toISOString().slice(0, 10);
  return [
    {
      ...replied(`I am out of the office and will be back on ${back}.`),
      last: {
        kind: 'away',
        evidence: ['Auto-Submitted header: auto-replied', `Back on ${back}`],
        returnDate: back,
      },
      prospectId: away!,
      ago: 4 * hour,
      unread: true,
    },
    {
      ...replied('550 5.1.1 The email account that you tried to reach does not exist.'),
      last: {
        kind: 'bounce',
        evidence: ['Delivery status part', 'Status 5.1.1'],
        sender: { name: 'Mail Delivery System', address: 'mailer-daemon@fernhill.example' },
      },
      prospectId: bounced!,
      ago: 6 * hour,
      unread: true,
    },
    {
      ...replied('Unsubscribe, please.'),
      last: { kind: 'unsubscribe', evidence: ['Text: "Unsubscribe, please."'] },
      prospectId: leaving!,
      ago: 8 * hour,
    },
    {
      ...replied('We have received your message. Your ticket number is 20261.'),
      last: { kind: 'automatic', evidence: ['Auto-Submitted header: auto-generated'] },
      prospectId: busy!,
      ago: 27 * hour,
    },
  ];
}

const htmlReply: NonNullable<SampleConversation['last']> = {
  kind: 'human',
  evidence: ['Looks like a personal reply'],
  html:
    '<p>Yes, we are <b>interested</b>. The layout of the new hall is attached.</p>' +
    '<p><img src="https://images.saltmarsh.example/logo.png" alt="Logo" width="120" height="40"></p>',
  attachments: [{ path: '2', name: 'hall-layout.pdf', type: 'application/pdf', bytes: 482_113 }],
};

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
