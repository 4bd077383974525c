import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { mailboxesClient } from '../../test/mailboxes/mailboxes-client.ts';
import { insertCampaign } from '../../test/outreach.ts';
import { testService } from '../../test/service.ts';

const service = await testService();

test('a campaign is sent by the chosen mailboxes, which are woken', async () => {
  const workspace = await service.workspace();
  const member = await mailboxesClient(service, workspace);
  const path = `/campaigns/${await insertCampaign(service.owner, workspace.id)}/mailboxes`;
  const [one, other] = [await member.connect(), await member.connect()];
  await member.makeOk(one.id);
  expect(await member.call('GET', path)).toEqual({ mailboxes: [], hidden: 0 });
  const both = await member.call('PUT', path, { mailboxIds: [one.id, other.id, one.id] });
  expect(both.mailboxes).toEqual([
    { id: one.id, address: one.address, name: one.name, status: 'ok' },
    { id: other.id, address: other.address, name: other.name, status: 'needs_attention' },
  ]);
  expect(await member.call('GET', path)).toEqual(both);
  expect((await member.row(one.id))['send_at']).toBeInstanceOf(Date);
  expect((await member.row(other.id))['send_at']).toBeNull();
  const { mailboxes } = await member.call('PUT', path, { mailboxIds: [other.id] });
  expect(mailboxes).toMatchObject([{ id: other.id }]);
  await member.call('PUT', path, { mailboxIds: [other.id] });
  expect((await member.audit('campaign.mailboxes_changed')).map(({ detail }) => detail)).toEqual([
    { added: [one.id, other.id], removed: [] },
    { added: [], removed: [one.id] },
  ]);
});

test('mailboxes that the user cannot see are 404, and stay when others are set', async () => {
  const workspace = await service.workspace();
  const [member, colleague] = [
    await mailboxesClient(service, workspace),
    await mailboxesClient(service, workspace),
  ];
  const campaignId = await insertCampaign(service.owner, workspace.id);
  const path = `/campaigns/${campaignId}/mailboxes`;
  const [own, theirs] = [await member.connect(), await colleague.connect()];
  await colleague.call('PUT', path, { mailboxIds: [theirs.id] });
  const refused = await member.send('PUT', path, { mailboxIds: [own.id, theirs.id] });
  expect(refused.status).toBe(404);
  expect(refused.error.notFound).toEqual([theirs.id]);
  const { mailboxes, hidden } = await member.call('PUT', path, { mailboxIds: [own.id] });
  expect([mailboxes.length, hidden]).toEqual([1, 1]);
  await member.call('PUT', path, { mailboxIds: [] });
  expect(await member.call('GET', path)).toEqual({ mailboxes: [], hidden: 1 });
  expect((await colleague.call('GET', path)).mailboxes).toMatchObject([{ id: theirs.id }]);
  const nowhere = `/campaigns/${randomUUID()}/mailboxes`;
  expect((await member.send('GET', nowhere)).status).toBe(404);
  expect((await member.send('PUT', nowhere, { mailboxIds: [] })).status).toBe(404);
});
