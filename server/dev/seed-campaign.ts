import { Manage, Outcrop } from '@outcrop/client';
import { basePath } from '@outcrop/contract';
import type { MailCatcher } from './mail-catcher.ts';
import { retryingFetch } from './retrying-fetch.ts';
import { campaignMailbox, connectMailbox } from './seed-mailboxes.ts';

const name = 'Cold-chain sensors';
const everyDay = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }];
const peoplePerStart = 12;

const steps = [
  {
    kind: 'email' as const,
    subject: 'Temperature logs at {{companyName|your company}}',
    body: 'Hello {{firstName|there}},\n\nour sensors write the temperature log of a cold store by themselves, for ten years on one battery. Would a short call next week make sense?\n\n{{senderName}}',
    alternatives: [
      {
        subject: 'A question, {{firstName|there}}',
        body: 'Hello {{firstName|there}},\n\nhow does {{companyName|your company}} keep its temperature logs today?\n\n{{senderName}}',
      },
    ],
  },
  { kind: 'wait' as const, days: 3, workingDays: true },
  { kind: 'email' as const, body: 'Did my email reach you, {{firstName|there}}?' },
];

/**
 * A campaign that sends to the mail catcher, made through the API as a user would. Each start enrolls
 * some more people. Returns the address of its page, and of the inbox.
 */
export async function seedCampaign(
  baseUrl: string,
  token: string,
  catcher: MailCatcher,
): Promise<{ campaign: string; inbox: string }> {
  const client = new Outcrop({ baseUrl, token, fetch: retryingFetch });
  const manageUrl = baseUrl.replace(basePath.ext, basePath.manage);
  const manage = new Manage({ baseUrl: manageUrl, token, fetch: retryingFetch });
  const mailboxId = await connectMailbox(manage, catcher, campaignMailbox, {
    ...{ name: 'Ines Duarte', shared: true },
    ...{ dailyLimit: 200, gap: { fromSeconds: 3, toSeconds: 6 }, windows: everyDay },
  });
  const { campaigns } = await manage.call('getCampaigns');
  const campaignId =
    campaigns.find((campaign) => campaign.name === name)?.id ??
    (await startCampaign(manage, mailboxId));
  const { ids: prospectIds = [] } = await client.read('getProspects', {
    ...{ stage: 'new', hasEmail: 'true', returnIds: 'true', pageSize: String(peoplePerStart) },
  });
  if (prospectIds.length > 0) await client.write('postCampaigns', { campaignId, prospectIds });
  const { workspace } = await client.read('getSession');
  const page = new URL(`/w/${workspace.id}/`, baseUrl).href;
  return { campaign: `${page}campaigns/${campaignId}?tab=emails`, inbox: `${page}inbox` };
}

async function startCampaign(manage: Manage, mailboxId: string): Promise<string> {
  const { campaign } = await manage.call('postCampaign', { body: { name, steps } });
  const campaignId = campaign.id!;
  const params = { campaignId };
  await manage.call('putCampaignMailboxes', { params, body: { mailboxIds: [mailboxId] } });
  await manage.call('patchCampaign', { params, body: { status: 'running' } });
  return campaignId;
}
