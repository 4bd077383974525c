import { describe, expect, test } from 'vitest';
import { leadsClient } from '../../test/leads-client.ts';
import { insertCampaign, insertMailbox } from '../../test/outreach.ts';
import { blankSearch } from '../../test/prospects/blank-search.ts';
import { testService } from '../../test/service.ts';
import { workspaceChecksums } from '../../test/workspace-checksums.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const { owner } = service;
const path = '/api/v1/manage/campaigns';

const amara = {
  fullName: 'Amara Okafor',
  title: 'Head of Procurement',
  companyName: 'Acme',
  email: 'amara@acme.example',
};
const henrik = { fullName: 'Henrik Vale', companyName: 'Vale', email: 'henrik@vale.example' };
const first = {
  kind: 'email',
  subject: 'For {{companyName}}',
  body: 'Dear {{title}} {{firstName}}',
};
const second = { kind: 'email', body: 'Again, {{lastName}}' };

async function createCampaignWithLeads(
  steps: object[] = [first, { kind: 'wait', days: 2 }, second],
) {
  const client = await leadsClient(service);
  const { workspace, token } = client;
  const leads = [amara, { ...henrik, title: 'Trader' }];
  const ids: string[] = (await client.post(leads)).data.prospectIds;
  const created = await service.call(token, 'POST', path, { body: { name: 'Fair', steps } });
  const { id, steps: stored } = created.data.campaign;
  const enroll = (prospectIds: string[]) =>
    service.call(token, 'POST', `${path}/${id}/enroll`, { body: { prospectIds } });
  await enroll(ids);
  // Everyone who is enrolled has a title, but it can be cleared later.
  await owner.query(sql`update prospect set title = null where id = ${ids[1]}`);
  return {
    workspace,
    token,
    id: id as string,
    ids: { amara: ids[0]!, henrik: ids[1]! },
    steps: stored as { id: string; alternatives: { id: string }[] }[],
    rehearse: (query: Record<string, string> = {}) =>
      service.call(token, 'POST', `${path}/${id}/rehearsal`, { body: {}, query }),
    preview: (prospectId: string) =>
      service.call(token, 'GET', `${path}/${id}/preview`, { query: { prospectId } }),
  };
}

describe('a rehearsal', () => {
  test('lists the prospects whose next email lacks a value, and changes nothing', async () => {
    const { workspace, ids, steps, rehearse } = await createCampaignWithLeads();
    const before = await workspaceChecksums(owner, workspace.id);
    const { status, data } = await rehearse();
    expect(status).toBe(200);
    expect(data).toEqual({
      checked: 2,
      broken: 1,
      problems: [
        {
          prospectId: ids.henrik,
          prospectName: 'Henrik Vale',
          stepId: steps[0]!.id,
          variantId: null,
          missing: ['title'],
          hasEmail: true,
        },
      ],
      nextCursor: null,
    });
    expect(await workspaceChecksums(owner, workspace.id)).toEqual(before);
  });

  test('checks the email that is next for each prospect, and none of those that have finished', async () => {
    const { workspace, id, ids, steps, rehearse } = await createCampaignWithLeads();
    await owner.transaction(workspace.id, async (tx) => {
      await tx.run(sql`
        insert into outbound_message (workspace_id, campaign_id, prospect_id, step_id, id, mailbox_id,
                                      status, is_first, message_id, claimed_at)
        values (${workspace.id}, ${id}, ${ids.henrik}, ${steps[0]!.id}, gen_random_uuid(),
                gen_random_uuid(), 'accepted', true, '<1@a.example>', '2026-03-02')`);
    });
    expect((await rehearse()).data).toMatchObject({ checked: 2, broken: 0 });
    await owner.query(sql`
      update enrollment set status = 'replied' where campaign_id = ${id} and prospect_id = ${ids.henrik}`);
    expect((await rehearse()).data).toMatchObject({ checked: 1, broken: 0 });
  });

  test('lists prospects without an email address', async () => {
    const { workspace, ids, rehearse } = await createCampaignWithLeads();
    await owner.query(sql`
      update prospect set email = null, email_key = null
      where workspace_id = ${workspace.id} and id = ${ids.amara}`);
    const { problems } = (await rehearse()).data;
    expect(problems).toContainEqual(
      expect.objectContaining({ prospectId: ids.amara, missing: [], hasEmail: false }),
    );
  });

  test('reads a large campaign in several calls, each prospect once', async () => {
    const { workspace, token } = await leadsClient(service);
    const id = await insertCampaign(owner, workspace.id);
    await owner.transaction(workspace.id, async (tx) => {
      await tx.run(sql`
        update campaign_step set body = '{{title}}' where workspace_id = ${workspace.id} and campaign_id = ${id}`);
      await tx.run(sql`
        insert into prospect (workspace_id, id, email, email_key, source_type, ${blankSearch.columns})
        select ${workspace.id}, gen_random_uuid(), n || '@acme.example', n || '@acme.example', 'manual',
               ${blankSearch.values}
        from generate_series(1, 2600) as n`);
      await tx.run(sql`
        insert into enrollment (workspace_id, campaign_id, prospect_id)
        select workspace_id, ${id}, id from prospect where workspace_id = ${workspace.id}`);
    });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { data } = await service.call(token, 'POST', `${path}/${id}/rehearsal`, {
        body: {},
        ...(cursor && { query: { cursor } }),
      });
      expect(data.problems.length).toBe(data.broken);
      seen.push(...data.problems.map(({ prospectId }: { prospectId: string }) => prospectId));
      cursor = data.nextCursor;
    } while (cursor);
    expect(seen).toHaveLength(2600);
    expect(new Set(seen).size).toBe(2600);
  });
});

describe('a preview', () => {
  test('shows every email of one prospect', async () => {
    const { ids, steps, preview } = await createCampaignWithLeads();
    const { data } = await preview(ids.henrik);
    const footer = 'Unsubscribe: {{unsubscribeUrl}}';
    expect(data.emails).toEqual([
      {
        stepId: steps[0]!.id,
        variantId: null,
        subject: 'For Vale',
        text: `Dear  Henrik\n\n${footer}`,
        html: null,
        missing: ['title'],
        tooLong: null,
      },
      {
        stepId: steps[2]!.id,
        variantId: null,
        subject: 'Re: For Vale',
        text: `Again, Vale\n\n${footer}`,
        html: null,
        missing: [],
        tooLong: null,
      },
    ]);
  });

  test('shows HTML, the alternative that the prospect gets, and the name of the sender', async () => {
    const html = { ...first, format: 'html', body: '<p>Dear {{firstName}}, {{senderName}}</p>' };
    const alternatives = [{ body: '<p>Hi {{firstName}}, {{senderName}}</p>' }];
    const { workspace, id, ids, steps, preview } = await createCampaignWithLeads([
      { ...html, alternatives },
    ]);
    const { userId } = await workspace.user('member');
    const mailboxId = await insertMailbox(owner, workspace.id, { ownerId: userId, shared: true });
    await owner.transaction(workspace.id, async (tx) => {
      await tx.run(sql`
        update mailbox set name = 'Mo' where workspace_id = ${workspace.id} and id = ${mailboxId}`);
      await tx.run(sql`
        insert into campaign_mailbox (workspace_id, mailbox_id, campaign_id)
        values (${workspace.id}, ${mailboxId}, ${id})`);
    });
    const [email] = (await preview(ids.amara)).data.emails;
    const hello = email.variantId === null ? 'Dear' : 'Hi';
    expect([null, steps[0]!.alternatives[0]!.id]).toContain(email.variantId);
    expect(email.html).toContain(`<p>${hello} Amara, Mo</p>`);
    expect(email.text).toContain(`${hello} Amara, Mo`);
    expect((await preview(ids.amara)).data.emails).toEqual([email]);
  });
});
