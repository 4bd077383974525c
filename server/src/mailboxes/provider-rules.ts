import type { MailServer } from '../platform/mail/mail-server.ts';

/** The servers of a domain, as far as they are known. */
export interface KnownServers {
  provider: string | null;
  /** False for a suggestion that DNS does not confirm. */
  isSure: boolean;
  smtp: MailServer | null;
  imap: MailServer | null;
  note: string | null;
}

interface MailProvider {
  id: string;
  /** Ends of the names of its MX hosts. */
  exchangers: string[];
  smtp: MailServer | null;
  imap: MailServer | null;
  note?: string;
}

const tls = (host: string, port: number): MailServer => ({ host, port, security: 'tls' });
const startTls = (host: string, port: number): MailServer => ({ host, port, security: 'starttls' });
const tlsServers = (smtp: string, imap = smtp) => ({ smtp: tls(smtp, 465), imap: tls(imap, 993) });

const appPassword = (name: string) => `${name} needs an app password. Create one in its settings.`;

/** The first match counts, so consumer mail of Microsoft comes before its business mail. */
const providers: MailProvider[] = [
  {
    id: 'google',
    exchangers: ['google.com', 'googlemail.com', 'psmtp.com'],
    ...tlsServers('smtp.gmail.com', 'imap.gmail.com'),
    note: 'Google accepts an app password, which needs 2-Step Verification.',
  },
  {
    id: 'outlook',
    exchangers: ['olc.protection.outlook.com', 'hotmail.com'],
    smtp: startTls('smtp-mail.outlook.com', 587),
    imap: tls('outlook.office365.com', 993),
    note: 'Outlook.com does not accept passwords for IMAP. Connect it with OAuth.',
  },
  {
    id: 'microsoft',
    exchangers: ['mail.protection.outlook.com', 'mx.microsoft'],
    smtp: startTls('smtp.office365.com', 587),
    imap: tls('outlook.office365.com', 993),
    note: 'Microsoft 365 does not accept passwords for IMAP. Connect it with OAuth.',
  },
  {
    id: 'yahoo',
    exchangers: ['yahoodns.net'],
    ...tlsServers('smtp.mail.yahoo.com', 'imap.mail.yahoo.com'),
    note: appPassword('Yahoo'),
  },
  {
    id: 'icloud',
    exchangers: ['mail.icloud.com'],
    smtp: startTls('smtp.mail.me.com', 587),
    imap: tls('imap.mail.me.com', 993),
    note: appPassword('iCloud'),
  },
  { id: 'zoho', exchangers: ['zoho.eu'], ...tlsServers('smtp.zoho.eu', 'imap.zoho.eu') },
  { id: 'zoho', exchangers: ['zoho.in'], ...tlsServers('smtp.zoho.in', 'imap.zoho.in') },
  {
    id: 'zoho',
    exchangers: ['zoho.com', 'zohomail.com'],
    ...tlsServers('smtp.zoho.com', 'imap.zoho.com'),
  },
  {
    id: 'fastmail',
    exchangers: ['messagingengine.com'],
    ...tlsServers('smtp.fastmail.com', 'imap.fastmail.com'),
    note: appPassword('Fastmail'),
  },
  {
    id: 'ionos',
    exchangers: ['ionos.de', 'kundenserver.de'],
    ...tlsServers('smtp.ionos.de', 'imap.ionos.de'),
  },
  {
    id: 'ionos',
    exchangers: ['ionos.com', 'ionos.co.uk', '1and1.com', 'perfora.net'],
    ...tlsServers('smtp.ionos.com', 'imap.ionos.com'),
  },
  { id: 'ovh', exchangers: ['ovh.net', 'ovh.ca'], ...tlsServers('ssl0.ovh.net') },
  {
    id: 'mailbox.org',
    exchangers: ['mailbox.org'],
    ...tlsServers('smtp.mailbox.org', 'imap.mailbox.org'),
  },
  {
    id: 'proton',
    exchangers: ['protonmail.ch', 'proton.me'],
    smtp: null,
    imap: null,
    note: 'Proton Mail can be used only through Proton Mail Bridge, on a server of your own.',
  },
  { id: 'gmx', exchangers: ['gmx.net'], ...tlsServers('mail.gmx.net', 'imap.gmx.net') },
  { id: 'web.de', exchangers: ['web.de'], ...tlsServers('smtp.web.de', 'imap.web.de') },
  { id: 'strato', exchangers: ['rzone.de'], ...tlsServers('smtp.strato.de', 'imap.strato.de') },
  { id: 'posteo', exchangers: ['posteo.de'], ...tlsServers('posteo.de') },
  { id: 'hetzner', exchangers: ['your-server.de'], ...tlsServers('mail.your-server.de') },
  { id: 'gandi', exchangers: ['gandi.net'], ...tlsServers('mail.gandi.net') },
  { id: 'infomaniak', exchangers: ['infomaniak.ch'], ...tlsServers('mail.infomaniak.com') },
  {
    id: 'migadu',
    exchangers: ['migadu.com'],
    ...tlsServers('smtp.migadu.com', 'imap.migadu.com'),
  },
  { id: 'rackspace', exchangers: ['emailsrvr.com'], ...tlsServers('secure.emailsrvr.com') },
  { id: 'namecheap', exchangers: ['privateemail.com'], ...tlsServers('mail.privateemail.com') },
  {
    id: 'titan',
    exchangers: ['titan.email'],
    ...tlsServers('smtp.titan.email', 'imap.titan.email'),
  },
  {
    id: 'hostinger',
    exchangers: ['hostinger.com'],
    ...tlsServers('smtp.hostinger.com', 'imap.hostinger.com'),
  },
  {
    id: 'godaddy',
    exchangers: ['secureserver.net'],
    ...tlsServers('smtpout.secureserver.net', 'imap.secureserver.net'),
  },
];

/** The provider of the first MX host that is known. */
export function providerOf(exchangers: string[]): KnownServers | null {
  for (const exchanger of exchangers) {
    const provider = providers.find(({ exchangers: ends }) =>
      ends.some((end) => exchanger === end || exchanger.endsWith(`.${end}`)),
    );
    if (provider) {
      const { id, smtp, imap, note = null } = provider;
      return { provider: id, isSure: true, smtp, imap, note };
    }
  }
  return null;
}

/** The server names that most hosting providers use. */
export const commonServers = (domain: string): KnownServers => ({
  provider: null,
  isSure: false,
  ...tlsServers(`mail.${domain}`),
  note: 'We couldn’t find this provider’s servers. Ask your provider for them.',
});
