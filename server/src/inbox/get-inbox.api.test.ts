import { expect, test } from 'vitest';
import { leadsClient, newLeads } from '../../test/leads-client.ts';
import { insertCampaign, insertConversation, insertMailbox } from '../../test/outreach.ts';
import { testService } from '../../test/service.ts';

const service = await testService();
const { owner } = service;

const inbox = (token: string, query: Record<string, string> = {}) =>
  service.call(token, 'GET', '/inbox', { query });
const idsOf = ({ data }: { data: { conversations: { id: string }[] } }) =>
  data.conversations.map(({ id }) => id);

/** A workspace with one shared mailbox. */
async function setUp() {
  const account = await leadsClient(service);
  const { workspace, userId, token } = account;
  const mailboxId = await insertMailbox(owner, workspace.id, { ownerId: userId, shared: true });
  const say = (more: Omit<Parameters<typeof insertConversation>[2], 'mailboxId'> = {}) =>
    insertConversation(owner, workspace.id, { mailboxId, ...more });
  return { account, workspace, token, say };
}

test('a conversation has its last message, its prospect and its campaign', async () => {
  const { account, workspace, say } = await setUp();
  const lead = {
    firstName: 'Amara',
    lastName: 'Okafor',
    companyName: 'Saltmarsh',
    email: 'a@b.example',
  };
  const [prospectId] = (await account.post([lead])).data.prospectIds;
  const campaignId = await insertCampaign(owner, workspace.id, { status: 'archived' });
  const at = '2026-03-05T14:02:37.915Z';
  const known = await say({ prospectId, campaignId, subject: 'Sensors', unread: true, at });
  const stranger = await say({ at: '2026-03-04T00:00:00.000Z' });
  const { data } = await inbox(await workspace.token('viewer'));
  const said = {
    channel: 'email',
    snippet: 'Thank you',
    lastDirection: 'inbound',
    messageCount: 1,
  };
  expect(data.conversations).toEqual([
    {
      ...said,
      id: known,
      prospect: { id: prospectId, fullName: 'Amara Okafor', companyName: 'Saltmarsh' },
      campaignId,
      subject: 'Sensors',
      lastMessageAt: at,
      unread: true,
    },
    {
      ...said,
      id: stranger,
      prospect: null,
      campaignId: null,
      subject: null,
      lastMessageAt: '2026-03-04T00:00:00.000Z',
      unread: false,
    },
  ]);
});

test('users of every role see the shared mailboxes and their own [inbox.visible]', async () => {
  const workspace = await service.workspace();
  const [ines, tomasz] = [await workspace.user('owner'), await workspace.user('viewer')];
  const seen: Record<string, string> = {};
  for (const [name, ownerId, shared] of [
    ['ines shared', ines.userId, true],
    ['ines private', ines.userId, false],
    ['tomasz shared', tomasz.userId, true],
    ['tomasz private', tomasz.userId, false],
  ] as const) {
    const mailboxId = await insertMailbox(owner, workspace.id, { ownerId, shared });
    seen[await insertConversation(owner, workspace.id, { mailboxId })] = name;
  }
  const shownTo = async (token: string, query = {}) =>
    idsOf(await inbox(token, query))
      .map((id) => seen[id])
      .sort();
  for (const query of [{}, { unread: 'false' }]) {
    expect(await shownTo(ines.token, query)).toEqual([
      'ines private',
      'ines shared',
      'tomasz shared',
    ]);
    expect(await shownTo(tomasz.token, query)).toEqual([
      'ines shared',
      'tomasz private',
      'tomasz shared',
    ]);
    const third = await workspace.token('admin');
    expect(await shownTo(third, query)).toEqual(['ines shared', 'tomasz shared']);
  }
});

test('no filter gives access to a private mailbox of another user', async () => {
  const { account, workspace } = await setUp();
  const [prospectId] = (await account.post(newLeads(1))).data.prospectIds;
  const campaignId = await insertCampaign(owner, workspace.id);
  const ownerId = (await workspace.user('owner')).userId;
  const mailboxId = await insertMailbox(owner, workspace.id, { ownerId, shared: false });
  await insertConversation(owner, workspace.id, {
    mailboxId,
    prospectId,
    campaignId,
    unread: true,
  });
  for (const query of [
    { prospectId },
    { campaignId },
    { unread: 'true' },
    { prospectId, campaignId },
  ])
    expect(idsOf(await inbox(account.token, query))).toEqual([]);
});

test('unread, campaignId and prospectId filter the list, alone and together', async () => {
  const { account, workspace, token, say } = await setUp();
  const people: string[] = (await account.post(newLeads(2))).data.prospectIds;
  const campaigns = [
    await insertCampaign(owner, workspace.id),
    await insertCampaign(owner, workspace.id),
  ];
  const all = [];
  for (const prospectId of [undefined, ...people])
    for (const campaignId of [undefined, ...campaigns])
      for (const unread of [true, false]) {
        const about = {
          ...(prospectId && { prospectId }),
          ...(campaignId && { campaignId }),
          unread,
        };
        all.push({ ...about, id: await say(about) });
      }
  for (const prospectId of [undefined, people[1]])
    for (const campaignId of [undefined, campaigns[0]])
      for (const unread of [undefined, true, false]) {
        const query = {
          ...(prospectId && { prospectId: prospectId.toUpperCase() }),
          ...(campaignId && { campaignId }),
          ...(unread !== undefined && { unread: String(unread) }),
        };
        const wanted = all.filter(
          (each) =>
            (prospectId === undefined || each.prospectId === prospectId) &&
            (campaignId === undefined || each.campaignId === campaignId) &&
            (unread === undefined || each.unread === unread),
        );
        expect(idsOf(await inbox(token, query)).sort()).toEqual(wanted.map(({ id }) => id).sort());
      }
});
