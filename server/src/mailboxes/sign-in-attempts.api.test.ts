import { expect, test } from 'vitest';
import { startScriptedImap } from '../../test/mail/scripted-imap.ts';
import { scriptedSmtp } from '../../test/mail/scripted-smtp.ts';
import { mailboxBody, mailboxesClient } from '../../test/mailboxes/mailboxes-client.ts';
import { testService } from '../../test/service.ts';

const service = await testService({ config: { EGRESS_ALLOW: ['127.0.0.0/8'] } });

test('a workspace tries a mail account ten times, then waits; other accounts and workspaces do not', async () => {
  const smtp = await scriptedSmtp({ on: { AUTH: '535 5.7.8 Bad credentials' } });
  const imap = await startScriptedImap({
    onCommand: (command) => (command.startsWith('LOGIN') ? 'NO Bad credentials' : true),
  });
  const server = { host: '127.0.0.1', security: 'none' };
  const [member, other] = [
    await mailboxesClient(service, await service.workspace()),
    await mailboxesClient(service, await service.workspace()),
  ];
  const bodyOf = (user: string) => {
    const servers = {
      smtp: { ...server, port: smtp.port, user },
      imap: { ...server, port: imap.port, user },
    };
    return mailboxBody({ password: 'guess', ...servers });
  };
  const testOf = (user: string) => {
    const { address, password, smtp: sending, imap: reading } = bodyOf(user);
    return { address, password, smtp: sending, imap: reading };
  };
  const post = (client: typeof member, user: string) =>
    client.send('POST', '/mailboxes/test', testOf(user));

  for (let attempt = 0; attempt < 9; attempt++)
    expect((await post(member, 'victim')).status).toBe(200);
  // Connecting counts too, because the worker signs in then.
  const { id } = await member.connect(bodyOf('victim'));
  const tried = smtp.connections;
  const refused = await post(member, 'victim');
  expect(refused.status).toBe(429);
  expect(refused.error).toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('Too many attempts. Wait 15 minutes'),
  });
  expect((await member.send('POST', `/mailboxes/${id}/test`, {})).status).toBe(429);
  expect((await member.send('PATCH', `/mailboxes/${id}`, { password: 'next' })).status).toBe(429);
  expect((await member.send('POST', '/mailboxes', bodyOf('victim'))).status).toBe(429);
  expect(smtp.connections).toBe(tried);
  expect((await post(member, 'someone')).status).toBe(200);
  expect((await post(other, 'victim')).status).toBe(200);
});

test('at public hosts, only mail ports are connected to', async () => {
  const strict = await testService({ config: { EGRESS_ALLOW: [] } });
  const member = await mailboxesClient(strict, await strict.workspace());
  const server = (port: number) => ({ host: '203.0.114.1', port, security: 'tls' });
  const { status, error } = await member.send('POST', '/mailboxes/test', {
    address: 'ana@acme.example',
    password: 'secret',
    smtp: server(22),
    imap: server(6379),
  });
  expect(status).toBe(422);
  expect(error.issues).toMatchObject(
    ['smtp', 'imap'].map((kind) => ({
      path: [kind, 'port'],
      message: expect.stringContaining('not a mail port'),
    })),
  );
});
