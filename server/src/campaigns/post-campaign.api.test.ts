import { expect, test } from 'vitest';
import { testService } from '../../test/service.ts';
import { workspaceChecksums } from '../../test/workspace-checksums.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const path = '/api/v1/manage/campaigns';
const steps = [
  { kind: 'email', subject: 'Sensors for {{companyName|you}}', body: 'Dear {{firstName|reader}}' },
  { kind: 'wait', days: 3 },
  { kind: 'email', body: 'Did my email reach you?' },
];

const asStored = { id: expect.any(String), format: 'text', alternatives: [] };

async function campaignsClient() {
  const workspace = await service.workspace();
  const user = await workspace.user('member');
  return {
    workspace,
    user,
    make: (body: object) => service.call(user.token, 'POST', path, { body }),
    read: (id: string) => service.call(user.token, 'GET', `${path}/${id}`),
  };
}

test('a campaign is created as a draft with its steps', async () => {
  const { workspace, user, make, read } = await campaignsClient();
  const { data } = await make({ name: ' Trade fair ', steps });
  expect(data.campaign).toEqual({
    id: expect.any(String),
    name: 'Trade fair',
    status: 'draft',
    enrolled: 0,
    contacted: 0,
    replied: 0,
    stepCount: 3,
    createdAt: expect.any(String),
    newPerDay: null,
    footer: null,
    pause: null,
    steps: [
      { ...asStored, ...steps[0] },
      { id: expect.any(String), ...steps[1], workingDays: false },
      { ...asStored, ...steps[2], subject: null },
    ],
  });
  expect((await read(data.campaign.id)).data).toEqual(data);
  const { entries } = (
    await service.call(await workspace.token('admin'), 'GET', '/api/v1/manage/audit')
  ).data;
  expect(entries).toMatchObject([
    {
      action: 'campaign.created',
      target: data.campaign.id,
      detail: { name: 'Trade fair', steps: 3 },
      actor: { kind: 'token', id: user.tokenId },
    },
  ]);
});

test('a dry run returns no id and creates nothing', async () => {
  const { workspace, make } = await campaignsClient();
  const before = await workspaceChecksums(service.owner, workspace.id);
  expect((await make({ name: 'Fair', steps, dryRun: true })).data).toMatchObject({
    campaign: { id: null, stepCount: 3 },
    dryRun: true,
  });
  expect(await workspaceChecksums(service.owner, workspace.id)).toEqual(before);
});

test('a workspace has at most 10,000 campaigns, also with concurrent requests', async () => {
  const { workspace, make } = await campaignsClient();
  await service.owner.query(sql`
    insert into campaign (workspace_id, id, name, status)
    select ${workspace.id}, gen_random_uuid(), 'Campaign ' || n, 'archived' from generate_series(1, 9998) n`);
  const made = await Promise.all(
    Array.from({ length: 5 }, () => make({ name: 'One more', steps })),
  );
  expect(made.filter(({ status }) => status === 200)).toHaveLength(2);
  for (const { error } of made.filter(({ status }) => status !== 200))
    expect(error.fieldErrors.name[0]).toContain('10,000 campaigns');
});
