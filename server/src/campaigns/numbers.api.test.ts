import { expect, test } from 'vitest';
import { messagesClient } from '../../test/messages/setup.ts';
import { testService } from '../../test/service.ts';

const service = await testService();

test('emails count by version, mailbox and day, and a reply counts for the last email before it [campaigns.numbers]', async () => {
  const account = await messagesClient(service);
  const { campaignId, stepIds } = await account.campaign();
  const [first, , second] = stepIds as [string, string, string];
  const leads = [0, 1, 2, 3].map((index) => ({ email: `n${index}@acme.example` }));
  const prospectIds: string[] = (await account.post(leads)).data.prospectIds;
  await account.enroll(campaignId, prospectIds);
  const sent = (prospect: number, stepId: string, day: string, status = 'accepted') =>
    account.sent({
      ...{ campaignId, prospectId: prospectIds[prospect]!, stepId, status },
      claimedAt: new Date(`${day}T09:00:00Z`),
    });
  for (const prospect of [0, 1, 2]) await sent(prospect, first, '2026-03-02');
  await sent(3, first, '2026-03-02', 'refused');
  await sent(0, second, '2026-03-05');
  const end = (prospect: number, status: string) =>
    account.setEnrollment(campaignId, prospectIds[prospect]!, { status });
  await end(0, 'replied');
  await end(1, 'replied');
  await end(2, 'unsubscribed');
  await end(3, 'bounced');

  const path = `/api/v1/manage/campaigns/${campaignId}`;
  const { data } = await service.call(account.token, 'GET', `${path}/numbers`);
  const numbers = { sent: 3, replied: 1, unsubscribed: 1, bounced: 1 };
  expect(data.emails).toHaveLength(2);
  expect(data.emails).toEqual(
    expect.arrayContaining([
      { stepId: first, variantId: null, ...numbers },
      { stepId: second, variantId: null, sent: 1, replied: 1, unsubscribed: 0, bounced: 0 },
    ]),
  );
  expect(data.mailboxes).toMatchObject([
    { mailboxId: account.mailboxId, sent: 4, replied: 2, unsubscribed: 1, bounced: 1 },
  ]);
  expect(data.days).toEqual([
    { day: '2026-03-02', sent: 3 },
    { day: '2026-03-05', sent: 1 },
  ]);
  expect((await service.call(account.token, 'GET', path)).data.campaign).toMatchObject({
    enrolled: 4,
    replied: 2,
  });
});

test('the numbers of another workspace are not found [campaigns.numbers]', async () => {
  const [account, other] = [await messagesClient(service), await messagesClient(service)];
  const { campaignId } = await other.campaign();
  const path = `/api/v1/manage/campaigns/${campaignId}/numbers`;
  expect((await service.call(account.token, 'GET', path)).status).toBe(404);
});
