import type { CampaignStatus } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { leadsClient } from '../../test/leads-client.ts';
import { insertCampaign } from '../../test/outreach.ts';
import { testService } from '../../test/service.ts';
import { waitForLock } from '../../test/wait-for-lock.ts';
import { workspaceChecksums } from '../../test/workspace-checksums.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const { owner } = service;
const path = '/api/v1/manage/campaigns';

const statuses = ['draft', 'running', 'paused', 'archived'] as const;

/** The statuses a campaign can change to from each status; it can always keep its status. */
const moves: Record<CampaignStatus, CampaignStatus[]> = {
  draft: ['draft', 'running', 'archived'],
  running: ['running', 'paused', 'archived'],
  paused: ['paused', 'running', 'archived'],
  archived: ['archived', 'paused'],
};

const emailStep = { kind: 'email', subject: 'Hello', body: 'Dear {{firstName|reader}}' };
const reminder = { kind: 'email', body: 'Did my email reach you?' };
const wait = { kind: 'wait', days: 90 };

async function createCampaign(made: Parameters<typeof insertCampaign>[2] = {}) {
  const workspace = await service.workspace();
  const user = await workspace.user('member');
  const id = await insertCampaign(owner, workspace.id, made);
  const admin = await workspace.token('admin');
  return {
    workspace,
    id,
    user,
    patch: (body: object, token = user.token) =>
      service.call(token, 'PATCH', `${path}/${id}`, { body }),
    read: async () => (await service.call(user.token, 'GET', `${path}/${id}`)).data.campaign,
    rows: () => workspaceChecksums(owner, workspace.id),
    audited: async () => {
      const { entries } = (await service.call(admin, 'GET', '/api/v1/manage/audit')).data;
      return entries.map(({ action, target, detail }: Record<string, unknown>) => ({
        action,
        target,
        detail,
      }));
    },
  };
}

test.each(statuses.flatMap((from) => statuses.map((to) => ({ from, to }))))(
  'from $from to $to',
  async ({ from, to }) => {
    const { id, patch, read, audited } = await createCampaign({ status: from });
    const { status, data, error } = await patch({ status: to });
    if (moves[from].includes(to)) {
      expect(data.campaign).toMatchObject({ id, status: to });
      expect((await read()).status).toBe(to);
      const detail = { status: to, previousStatus: from };
      const entry = { action: 'campaign.status_changed', target: id, detail };
      expect(await audited()).toEqual(from === to ? [] : [entry]);
    } else {
      expect(status).toBe(422);
      const possible = moves[from].filter((other) => other !== from).join(' or ');
      expect(error.fieldErrors).toEqual({
        status: [`cannot change from ${from} to ${to}; allowed: ${possible}`],
      });
      expect((await read()).status).toBe(from);
      expect(await audited()).toEqual([]);
    }
  },
);

test.each([
  ['without a step', []],
  ['with nothing but a wait', ['wait'] as const],
])('a campaign cannot run %s', async (_, steps) => {
  for (const status of ['draft', 'paused'] as const) {
    const { patch, rows } = await createCampaign({ status, steps: [...steps] });
    const before = await rows();
    const { error } = await patch({ status: 'running' });
    expect(error.fieldErrors).toEqual({
      status: ['cannot be running without an email step'],
    });
    expect(await rows()).toEqual(before);
  }
});

test('starting a campaign while its email steps are removed never leaves it running without them', async () => {
  for (let round = 0; round < 20; round++) {
    const { patch, read } = await createCampaign({ status: 'paused' });
    const answers = await Promise.all([
      patch({ status: 'running' }),
      patch({ steps: [wait] }),
      patch({ name: 'New' }),
    ]);
    const { status, steps, name } = await read();
    expect(name).toBe('New');
    expect(
      answers
        .slice(0, 2)
        .map((answer) => answer.status)
        .sort(),
    ).toEqual([200, 422]);
    expect([status, steps[0].kind]).toEqual(
      answers[0].status === 200 ? ['running', 'email'] : ['paused', 'wait'],
    );
  }
});

describe('steps', () => {
  test('are replaced as a whole, by more, fewer or none', async () => {
    for (const status of ['draft', 'paused'] as const) {
      const { patch, read } = await createCampaign({ status, steps: ['email', 'wait', 'email'] });
      for (const steps of [
        [emailStep, wait, emailStep, wait, reminder],
        [wait, emailStep],
        [emailStep, { ...emailStep, subject: 'Again' }],
        [],
      ]) {
        const { data } = await patch({ steps });
        const kept = steps.map((step) =>
          step.kind === 'email'
            ? { ...step, subject: (step as typeof emailStep).subject ?? null }
            : step,
        );
        expect(data.campaign).toMatchObject({ steps: kept, stepCount: kept.length });
        expect(await read()).toEqual(data.campaign);
      }
    }
  });

  test.each([
    ['running', /^cannot be changed while the campaign is running; pause it first$/],
    ['archived', /^cannot be changed while the campaign is archived; move it to paused first$/],
  ] as const)('of a %s campaign cannot be changed', async (status, why) => {
    const { patch, rows } = await createCampaign({ status });
    const before = await rows();
    for (const more of [{}, { status: 'paused' }, { name: 'X' }]) {
      const { error } = await patch({ steps: [emailStep], ...more });
      expect(error.fieldErrors).toEqual({ steps: [expect.stringMatching(why)] });
    }
    expect(await rows()).toEqual(before);
  });

  test('with an unknown variable are rejected, and the error names it', async () => {
    const { patch, rows } = await createCampaign({ status: 'draft' });
    const before = await rows();
    const { error } = await patch({ steps: [emailStep, { ...reminder, body: 'Hi {{nickname}}' }] });
    expect(error.issues).toEqual([
      {
        path: ['steps', 1, 'body'],
        message: expect.stringMatching(
          /^has the unknown variable "nickname"; use one of fullName,/,
        ),
      },
    ]);
    expect(await rows()).toEqual(before);
  });
});

test('a request without changes writes no audit entry', async () => {
  const { patch, read, rows } = await createCampaign({
    status: 'paused',
    steps: ['email', 'wait'],
  });
  const { name, steps } = await read();
  const sent = steps.map(({ subject, ...step }: { subject?: string | null }) => ({
    ...step,
    ...(subject && { subject }),
  }));
  const before = await rows();
  const { data } = await patch({ name, steps: sent, status: 'paused' });
  expect(data.campaign).toEqual(await read());
  expect(await rows()).toEqual(before);
});

test('a campaign can be renamed in any status, and fields not sent are unchanged', async () => {
  for (const status of statuses) {
    const { patch, read, audited, id } = await createCampaign({ status, name: 'Old' });
    const before = await read();
    const { data } = await patch({ name: ' New ' });
    expect(data.campaign).toEqual({ ...before, name: 'New' });
    expect(await read()).toEqual(data.campaign);
    expect(await audited()).toEqual([
      { action: 'campaign.edited', target: id, detail: { name: 'New', previousName: 'Old' } },
    ]);
  }
});

test('enrollment waits for a concurrent change of the steps, and uses the new steps', async () => {
  const { post, token, workspace } = await leadsClient(service);
  const { prospectIds } = (await post([{ fullName: 'Jane Doe', email: 'jane@acme.example' }])).data;
  const id = await insertCampaign(owner, workspace.id, { status: 'draft', steps: [] });
  const enrolling = await owner.transaction(workspace.id, async (tx) => {
    await tx.run(sql`
      select 1 from campaign where workspace_id = ${workspace.id} and id = ${id} for no key update`);
    const body = { campaignId: id, prospectIds };
    const answer = service.call(token, 'POST', '/campaigns', { body });
    await tx.run(sql`
      insert into campaign_step (workspace_id, campaign_id, position, kind, subject, body)
      values (${workspace.id}, ${id}, 1, 'email', 'Hello', 'As {{title}}')`);
    await waitForLock(owner);
    return { answer };
  });
  expect((await enrolling.answer).data.results).toMatchObject([{ reason: 'missing_values' }]);
});
