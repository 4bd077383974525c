import { expect, test } from 'vitest';
import { startDnsServer } from '../../test/dns-server.ts';
import { mailboxesClient } from '../../test/mailboxes/mailboxes-client.ts';
import { testService } from '../../test/service.ts';

const records: Record<string, string[]> = {
  'MX google-user.example': ['20 alt1.aspmx.l.google.com', '10 aspmx.l.google.com'],
  'MX microsoft-user.example': ['0 microsoft-user.mail.protection.outlook.com'],
  'MX proton-user.example': ['10 mail.protonmail.ch'],
  'MX filtered.example': ['10 filter.example', '20 mx01.mailbox.org'],
  'MX lookalike.example': ['10 notgoogle.com'],
  'SRV _submissions._tcp.srv.example': ['10 1 4650 second.example', '5 1 4651 Mail.SRV.example'],
  'SRV _imaps._tcp.srv.example': ['0 0 9993 imap.srv.example'],
  'SRV _submission._tcp.starttls.example': ['0 0 587 smtp.starttls.example'],
  'SRV _imaps._tcp.starttls.example': ['0 0 993 imap.starttls.example'],
  'SRV _submissions._tcp.none.example': ['0 0 0 .'],
  'SRV _imaps._tcp.none.example': ['0 0 993 imap.none.example'],
  'MX xn--mller-kva.example': ['10 in1-smtp.messagingengine.com'],
};
const dns = await startDnsServer((name, type) => records[`${type} ${name}`] ?? []);
const service = await testService({ config: { EGRESS_NAME_SERVERS: [dns.address] } });
const member = await mailboxesClient(service, await service.workspace());
const guess = (address: string) => member.call('POST', '/mailboxes/guess', { address });

test.each([
  ['google-user.example', 'google', 'smtp.gmail.com 465 tls', 'imap.gmail.com 993 tls'],
  [
    'microsoft-user.example',
    'microsoft',
    'smtp.office365.com 587 starttls',
    'outlook.office365.com 993 tls',
  ],
  ['filtered.example', 'mailbox.org', 'smtp.mailbox.org 465 tls', 'imap.mailbox.org 993 tls'],
  ['müller.example', 'fastmail', 'smtp.fastmail.com 465 tls', 'imap.fastmail.com 993 tls'],
  ['srv.example', null, 'mail.srv.example 4651 tls', 'imap.srv.example 9993 tls'],
  ['starttls.example', null, 'smtp.starttls.example 587 starttls', 'imap.starttls.example 993 tls'],
])('the servers of %s are found by DNS', async (domain, provider, smtp, imap) => {
  const user = `ines@${domain}`;
  const server = (text: string) => {
    const [host, port, security] = text.split(' ');
    return { host, port: Number(port), security, user };
  };
  expect(await guess(`Ines@${domain}`)).toMatchObject({
    provider,
    isSure: true,
    smtp: server(smtp),
    imap: server(imap),
  });
});

test.each(['unknown.example', 'none.example', 'lookalike.example'])(
  'for %s there is only an unsure suggestion',
  async (domain) => {
    expect(await guess(`ines@${domain}`)).toMatchObject({
      provider: null,
      isSure: false,
      smtp: { host: `mail.${domain}`, port: 465, security: 'tls' },
      imap: { host: `mail.${domain}`, port: 993, security: 'tls' },
      note: expect.stringContaining('Ask your provider'),
    });
  },
);

test('a provider that cannot be used directly is named without servers', async () => {
  expect(await guess('ines@proton-user.example')).toMatchObject({
    provider: 'proton',
    smtp: null,
    imap: null,
    note: expect.stringContaining('Bridge'),
  });
});

test('rows of a CSV without servers use those that DNS names', async () => {
  const { results } = await member.call('POST', '/mailboxes/import', {
    csv: [
      'address;password;smtp_host',
      'a@google-user.example;one;',
      'b@google-user.example;two;relay.example',
      'c@unknown.example;three;',
      'd@proton-user.example;four;',
    ].join('\r\n'),
  });
  expect(results).toMatchObject([
    { index: 0, status: 'created' },
    { index: 1, status: 'created' },
    { index: 2, status: 'failed', reason: 'settings_unknown' },
    { index: 3, status: 'failed', reason: 'settings_unknown' },
  ]);
  const { mailbox } = await member.call('GET', `/mailboxes/${results[1].mailboxId}`);
  expect(mailbox).toMatchObject({
    smtp: { host: 'relay.example', port: 465, security: 'tls' },
    imap: { host: 'imap.gmail.com', port: 993, security: 'tls' },
  });
});
