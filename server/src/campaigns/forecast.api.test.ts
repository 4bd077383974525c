import { expect, test } from 'vitest';
import { prospectsClient } from '../../test/prospects-client.ts';
import { mailWorkspace } from '../../test/sending/mail-workspace.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();

async function client() {
  const account = await prospectsClient(service);
  const mail = mailWorkspace(service.owner, service.owner, account.workspace.id);
  return {
    ...mail,
    forecast: async (campaignId: string, token = account.token) => {
      const path = `/api/v1/manage/campaigns/${campaignId}/forecast`;
      return service.call(token, 'GET', path);
    },
    viewer: () => account.workspace.token('viewer'),
  };
}

test('the last email, the days and the bottleneck are forecast', async () => {
  const { mailbox, campaign, person, forecast } = await client();
  const mailboxId = await mailbox({ dailyLimit: 2 });
  const { id } = await campaign({ steps: ['One'], mailboxes: [mailboxId] });
  for (let count = 0; count < 5; count++) await person(id, new Date(0));
  const { data } = await forecast(id);
  expect(data).toMatchObject({
    ...{
      isRunning: true,
      isComplete: true,
      emails: 5,
      firstEmails: 5,
      notSent: 0,
      limitedBy: 'mailbox',
    },
    bottleneck: { mailboxId },
  });
  expect(data.days.map(({ firstEmails }: { firstEmails: number }) => firstEmails)).toEqual([
    2, 2, 1,
  ]);
  expect(data.lastEmailOn).toBe(data.days[2].day);
  expect(data.lastFirstEmailOn).toBe(data.days[2].day);
});

test('another campaign of the same mailbox takes its share, and so does the limit of first emails', async () => {
  const { mailbox, campaign, person, forecast } = await client();
  const mailboxId = await mailbox({ dailyLimit: 2 });
  const { id } = await campaign({ steps: ['One'], mailboxes: [mailboxId] });
  const other = await campaign({ steps: ['One'], mailboxes: [mailboxId] });
  const limited = await campaign({
    ...{ steps: ['One'], mailboxes: [await mailbox()], newPerDay: 1 },
  });
  for (let count = 0; count < 3; count++)
    for (const each of [id, other.id, limited.id]) await person(each, new Date(0));
  expect((await forecast(id)).data.days).toMatchObject(
    [1, 1, 1].map((firstEmails) => ({ firstEmails })),
  );
  expect((await forecast(limited.id)).data).toMatchObject({
    ...{ limitedBy: 'new_per_day', bottleneck: null },
    days: [1, 1, 1].map((firstEmails) => ({ firstEmails })),
  });
});

test('without a mailbox nothing is sent, and a draft is forecast as if it started now', async () => {
  const { mailbox, campaign, person, forecast } = await client();
  const paused = await campaign({ mailboxes: [await mailbox({ status: 'paused' })] });
  const draft = await campaign({ status: 'draft', mailboxes: [await mailbox()] });
  for (const { id } of [paused, draft]) await person(id, new Date(0));
  expect((await forecast(paused.id)).data).toMatchObject({
    ...{ emails: 1, notSent: 1, lastEmailOn: null, bottleneck: null },
  });
  expect((await forecast(draft.id)).data).toMatchObject({ isRunning: false, notSent: 0 });
  expect((await (await client()).forecast(draft.id)).status).toBe(404);
});

test('a private mailbox is not named as the bottleneck, except to its owner', async () => {
  const { mailbox, campaign, person, forecast, viewer, workspaceId } = await client();
  const mailboxId = await mailbox({ dailyLimit: 2 });
  const { id } = await campaign({ steps: ['One'], mailboxes: [mailboxId] });
  for (let count = 0; count < 5; count++) await person(id, new Date(0));
  const token = await viewer();
  expect((await forecast(id, token)).data).toMatchObject({ bottleneck: { mailboxId } });
  await service.owner.query(sql`
    update mailbox set shared = false where workspace_id = ${workspaceId} and id = ${mailboxId}`);
  expect((await forecast(id, token)).data).toMatchObject({
    limitedBy: 'mailbox',
    bottleneck: null,
  });
});
