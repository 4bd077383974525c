import { randomUUID } from 'node:crypto';
import tls from 'node:tls';
import { maxTestEmailsPerHour } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { selfSignedCertificate } from '../../test/certificate.ts';
import { startDnsServer } from '../../test/dns-server.ts';
import { type SmtpScript, scriptedSmtp } from '../../test/mail/scripted-smtp.ts';
import { mailboxesClient } from '../../test/mailboxes/mailboxes-client.ts';
import { testService } from '../../test/service.ts';
import { workspaceChecksums } from '../../test/workspace-checksums.ts';
import { sql } from '../platform/db/index.ts';

const certificate = selfSignedCertificate('mail.example');
tls.setDefaultCACertificates([certificate.cert]);
const dns = await startDnsServer((name, type) =>
  type === 'A' && name === 'mail.example' ? ['127.0.0.1'] : [],
);
const service = await testService({
  config: { EGRESS_ALLOW: ['127.0.0.0/8'], EGRESS_NAME_SERVERS: [dns.address] },
});

const first = {
  kind: 'email',
  subject: 'For {{companyName|you}}',
  body: 'Dear {{title}} {{firstName}}',
};
const second = {
  kind: 'email',
  body: 'Again, {{firstName}}',
  alternatives: [{ body: 'Thoughts?' }],
};

async function createSendingCampaign(script: SmtpScript = {}) {
  const server = await scriptedSmtp({
    security: 'tls',
    certificate,
    offers: ['AUTH PLAIN'],
    ...script,
    on: { AUTH: '235 2.7.0 Welcome', ...script.on },
  });
  const workspace = await service.workspace();
  const client = await mailboxesClient(service, workspace, 'admin');
  const smtp = { host: 'mail.example', port: server.port, security: 'tls', user: 'ines' };
  const mailbox = await client.connect({ shared: true, smtp, imap: smtp });
  await client.makeOk(mailbox.id);
  const created = await client.call('POST', '/campaigns', {
    name: 'Fair',
    steps: [first, { kind: 'wait', days: 2 }, second],
  });
  const { id, steps } = created.campaign;
  await client.call('PUT', `/campaigns/${id}/mailboxes`, { mailboxIds: [mailbox.id] });
  const { data } = await service.call(client.token, 'POST', '/leads', {
    body: { leads: [{ fullName: 'Amara Okafor', email: 'amara@acme.example' }] },
  });
  const [user] = await service.owner.query<{ email: string }>(
    sql`select email from auth."user" where id = ${client.userId}`,
  );
  const prospectId: string = data.prospectIds[0];
  return {
    ...{ server, workspace, client, mailbox, steps, email: user!.email, prospectId },
    campaignId: id as string,
    send: (body: object) =>
      client.send('POST', `/campaigns/${id}/test-email`, { prospectId, ...body }),
  };
}

test('a test email goes only to the user who asks, is marked, and changes no count', async () => {
  const { server, workspace, mailbox, steps, email, send } = await createSendingCampaign();
  const before = await workspaceChecksums(service.owner, workspace.id);
  const { status, data } = await send({ stepId: steps[0].id });
  expect(status).toBe(200);
  expect(data).toEqual({
    ...{ sent: true, from: mailbox.address, to: email, problem: null },
    subject: '[Test] For you',
  });
  expect(server.commands.filter((line) => line.startsWith('RCPT'))).toEqual([
    expect.stringContaining(`<${email}>`),
  ]);
  const [raw] = server.accepted;
  expect(raw).toContain('Subject: [Test] For you');
  expect(raw).toContain('Dear {{title}} Amara');
  expect(raw).toContain('This is a test. It does not count');
  expect(raw).toContain('/u/test');
  expect(raw).not.toContain('amara@acme.example');
  const { audit_entry: audited, ...after } = await workspaceChecksums(service.owner, workspace.id);
  const { audit_entry: auditedBefore, ...rest } = before;
  expect(audited).not.toEqual(auditedBefore);
  expect(after).toEqual(rest);
});

test('a follow-up continues the subject, in the version that was chosen', async () => {
  const { server, steps, send } = await createSendingCampaign();
  const [, , { id: stepId, alternatives }] = steps;
  for (const variantId of [stepId, alternatives[0].id]) await send({ stepId, variantId });
  expect(server.accepted.map((raw) => raw.includes('Thoughts?'))).toEqual([false, true]);
  expect(server.accepted[0]).toContain('Subject: [Test] Re: For you');
});

test('a repeated request sends one email, and a refusal of the server is reported', async () => {
  const { server, campaignId, client, prospectId, steps } = await createSendingCampaign();
  const request = {
    body: { prospectId, stepId: steps[0].id },
    headers: { 'idempotency-key': randomUUID() },
  };
  const path = `/api/v1/manage/campaigns/${campaignId}/test-email`;
  const once = await service.call(client.token, 'POST', path, request);
  const again = await service.call(client.token, 'POST', path, request);
  expect(again.data).toEqual(once.data);
  expect(server.accepted).toHaveLength(1);

  const refusing = await createSendingCampaign({ on: { RCPT: '550 5.1.1 Unknown' } });
  const { data } = await refusing.send({ stepId: refusing.steps[0].id });
  expect(data).toMatchObject({ sent: false, problem: expect.stringContaining('5.1.1') });
});

test('unknown emails are 422, and tests are limited by the hour', async () => {
  const { workspace, steps, send } = await createSendingCampaign();
  expect((await send({ stepId: steps[1].id })).error.fieldErrors).toHaveProperty('stepId');
  const unknown = { stepId: steps[0].id, variantId: randomUUID() };
  expect((await send(unknown)).error.fieldErrors).toHaveProperty('variantId');
  await service.owner.query(sql`
    insert into audit_entry (workspace_id, id, action, actor_kind, detail, created_at)
    select ${workspace.id}, gen_random_uuid(), 'campaign.test_email', 'system', '{}', now()
    from generate_series(1, ${maxTestEmailsPerHour})`);
  expect((await send({ stepId: steps[0].id })).error.code).toBe('rate_limited');
});
