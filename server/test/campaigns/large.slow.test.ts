import { manageEndpoints } from '@outcrop/contract';
import { afterAll, expect, test } from 'vitest';
import { getCampaignMailboxes } from '../../src/campaigns/campaign-mailboxes.ts';
import {
  getCampaignTasks,
  postCampaignEnrollTasks,
  postCampaignRehearsalTasks,
} from '../../src/campaigns/campaign-tasks.ts';
import { getCampaign } from '../../src/campaigns/get-campaign.ts';
import { getCampaignPreview } from '../../src/campaigns/get-campaign-preview.ts';
import { manageGetCampaigns } from '../../src/campaigns/manage-get-campaigns.ts';
import { getCampaignEnrollments } from '../../src/enrollments/get-campaign-enrollments.ts';
import { Database, type Tx } from '../../src/platform/db/index.ts';
import { getCampaignMessages } from '../../src/sending/get-campaign-messages.ts';
import { explainStatements } from '../plans/explain-statements.ts';
import { sizeForRun } from '../run-size.ts';
import { testService } from '../service.ts';
import { insertLargeCampaign } from './large-campaign.ts';

const service = await testService();
const app = new Database({
  url: service.database.appUrl,
  poolSize: 2,
  timeouts: { statementMs: 60_000, lockMs: 2_000 },
  inBackground: true,
});
afterAll(() => app.close());
const workspace = await service.workspace();
const { userId } = await workspace.user('member');
const people = sizeForRun(20_000, 100_000);
const { campaignId, listId, prospectId } = await insertLargeCampaign(
  service.owner,
  workspace.id,
  userId,
  people,
);

type Handler = (call: never) => Promise<unknown>;
const actor = { actor: { kind: 'system', id: null }, correlationId: null };
const body = manageEndpoints.postCampaignEnrollTasks.body.parse({ filter: { listId } });

const requests: [name: string, handle: Handler, call: object][] = [
  ['campaigns', manageGetCampaigns, {}],
  ['the header', getCampaign, {}],
  ['its mailboxes', getCampaignMailboxes, { caller: { userId } }],
  ['its tasks', getCampaignTasks, { query: { kind: 'rehearsal' } }],
  ['people', getCampaignEnrollments, {}],
  ...(['waiting', 'held', 'replied', 'away'] as const).map((status): [string, Handler, object] => [
    `people who are ${status}`,
    getCampaignEnrollments,
    { query: { status } },
  ]),
  ['emails', getCampaignMessages, {}],
  ...(['accepted', 'refused', 'unknown', 'sending'] as const).map(
    (status): [string, Handler, object] => [
      `emails that are ${status}`,
      getCampaignMessages,
      { query: { status } },
    ],
  ),
  ['a preview', getCampaignPreview, { query: { prospectId } }],
  ['the start of a rehearsal', postCampaignRehearsalTasks, { body: {} }],
  ['the start of an enrollment', postCampaignEnrollTasks, { body }],
];

test.each(requests)('%s of a large campaign read a limited part of it', async (_, handle, call) => {
  const plans = await explainStatements(app, workspace.id, (tx: Tx) =>
    handle({ tx, query: {}, params: { campaignId }, actor, deps: {}, ...call } as never),
  );
  const big = /^(prospect|enrollment|outbound_message|prospect_list)$/;
  expect(plans.flatMap(({ scanned }) => scanned).filter((name) => big.test(name))).toEqual([]);
  const most = Math.max(...plans.map(({ buffers }) => buffers));
  expect(most, JSON.stringify(plans)).toBeLessThan(6_000);
});
