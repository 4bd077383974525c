import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestCertificate } from '../certificate.ts';
import { type Dovecot, startDovecot } from './dovecot.ts';
import { freePorts, serverFolder, startServer } from './server-process.ts';

export interface MailHost extends Dovecot {
  /** The log of the SMTP server so far. */
  smtpLog: () => string;
  /** Where the SMTP server accepts emails without TLS. */
  relay: number;
}

interface Options {
  /** Name to password. */
  users: Record<string, string>;
  introspectionUrl?: string;
  certificate?: TestCertificate;
  /** Submissions go to the SMTP server on this port, which passes them on to `relay`. */
  through?: number;
}

/**
 * Debian's Dovecot and OpenSMTPD, as at a provider: users submit emails with TLS and a password or
 * token, and each arrives in the inbox of its recipient. Dovecot takes the submissions, because the
 * TLS of Debian's OpenSMTPD does not work with OpenSSL 3.
 */
export async function startMailHost(options: Options): Promise<MailHost> {
  const [smtp] = (await freePorts(1)) as [number];
  const dovecot = await startDovecot({ ...options, relayTo: options.through ?? smtp });
  return { ...dovecot, relay: smtp, smtpLog: await startOpenSmtpd(smtp, dovecot.lmtp) };
}

/** Accepts every email without TLS, and delivers it by LMTP. Returns its log. */
async function startOpenSmtpd(port: number, lmtp: number): Promise<() => string> {
  const folder = serverFolder('opensmtpd');
  const path = (name: string) => join(folder, name);
  mkdirSync(path('spool'));
  writeFileSync(path('smtpd.conf'), settings(port, lmtp));
  writeFileSync(path('log'), '');
  // Its queue and its socket have fixed paths, so each server gets a file system view of its own.
  const start = [
    `mount --bind ${path('spool')} /var/spool`,
    'mount -t tmpfs tmpfs /run',
    `exec smtpd -d -f ${path('smtpd.conf')} >>${path('log')} 2>&1`,
  ].join(' && ');
  const log = () => readFileSync(path('log'), 'utf8');
  await startServer('unshare', ['--mount', 'sh', '-c', start], { ports: [port], log });
  return log;
}

const settings = (port: number, lmtp: number) => `
listen on 127.0.0.1 port ${port} hostname localhost
action deliver relay host lmtp://127.0.0.1:${lmtp}
match from any for any action deliver
`;
