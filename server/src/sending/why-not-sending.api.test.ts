import { expect, test } from 'vitest';
import { messagesClient } from '../../test/messages/messages-client.ts';
import { testService } from '../../test/service.ts';
import { type Sql, sql } from '../platform/db/index.ts';

const service = await testService();
const { owner } = service;

async function setUp() {
  const account = await messagesClient(service);
  const { id: workspaceId } = account.workspace;
  const prospectId = await account.addLead({ email: 'jane@acme.example' });
  const { campaignId, stepIds } = await account.campaign();
  await account.enroll(campaignId, [prospectId]);
  const windows = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }];
  await owner.query(sql`
    update mailbox set status = 'ok', reason = null, windows = ${JSON.stringify(windows)}
    where workspace_id = ${workspaceId}`);
  const path = `/api/v1/manage/campaigns/${campaignId}/enrollments/${prospectId}/why`;
  return {
    ...account,
    prospectId,
    campaignId,
    stepIds,
    assign: () =>
      owner.query(sql`
        insert into campaign_mailbox (workspace_id, mailbox_id, campaign_id)
        values (${workspaceId}, ${account.mailboxId}, ${campaignId})`),
    run: (statement: Sql) => owner.query(statement),
    why: async (): Promise<{ code: string; message: string }[]> =>
      (await service.call(account.token, 'GET', path)).data.reasons,
  };
}

const codes = (reasons: { code: string }[]) => reasons.map(({ code }) => code);

test('a due email of a running campaign with a free mailbox leaves next', async () => {
  const { why, assign } = await setUp();
  expect(await why()).toEqual([
    { code: 'no_mailbox', message: 'The campaign has no mailbox.', until: null, mailboxId: null },
  ]);
  await assign();
  expect(await why()).toEqual([]);
});

test('reasons of the campaign, the prospect and the mailbox are listed together', async () => {
  const { why, assign, run, workspace, campaignId, mailboxId } = await setUp();
  await assign();
  const { id } = workspace;
  await run(sql`
    update campaign set status = 'paused', new_per_day = 1 where workspace_id = ${id} and id = ${campaignId}`);
  await run(sql`
    insert into campaign_day (workspace_id, campaign_id, day, sent)
    values (${id}, ${campaignId}, (now() at time zone 'UTC')::date, 1)`);
  await run(
    sql`update campaign_step set body = '{{title}}' where workspace_id = ${id} and body is not null`,
  );
  await run(sql`
    update mailbox set daily_limit = 0 where workspace_id = ${id} and id = ${mailboxId}`);
  expect(codes(await why())).toEqual([
    'campaign_paused',
    'missing_values',
    'campaign_limit',
    'mailbox_daily_limit',
  ]);
});
