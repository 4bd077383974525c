import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { selfSignedCertificate, type TestCertificate } from '../certificate.ts';
import { freePorts, serverFolder, startServer } from './server-process.ts';

export interface Dovecot {
  host: string;
  /** IMAP with STARTTLS. */
  imap: number;
  /** IMAP over TLS. */
  imaps: number;
  lmtp: number;
  /** SMTP with STARTTLS, if it relays. */
  smtp: number;
  /** SMTP over TLS, if it relays. */
  smtps: number;
  /** To be trusted by the client under test. */
  certificate: TestCertificate;
  /** Its log so far. */
  log: () => string;
  /** How many connections IMAP over TLS has. */
  connections: () => number;
  /**
   * The users who are connected by IMAP. Their connections are not counted: Dovecot still counts some after
   * their client was killed.
   */
  connected: () => Set<string>;
  /** Ends the server and all connections. */
  stop: () => Promise<void>;
  /** Starts it again on the same ports. */
  start: () => Promise<void>;
}

interface Options {
  /** Name to password. Without a list, every user exists and has the password `secret`. */
  users?: Record<string, string>;
  /** Accepts access tokens that this URL (RFC 7662) calls active. */
  introspectionUrl?: string;
  certificate?: TestCertificate;
  /** Without TLS, as if it were stripped. */
  plainOnly?: boolean;
  /** Names of folders besides the inbox, with their special use. */
  folders?: Record<string, string>;
  /** Accepts emails of users who sign in, and hands them to the SMTP server on this port. */
  relayTo?: number;
  /** Idle connections share a process, because the system limits the number of file watchers. */
  isLarge?: boolean;
}

/** Debian's Dovecot with IMAP and LMTP on free ports and with its own folder. */
export async function startDovecot(options: Options = {}): Promise<Dovecot> {
  const folder = serverFolder('dovecot');
  const certificate = options.certificate ?? selfSignedCertificate('localhost');
  const [imap, imaps, lmtp, smtp, smtps] = (await freePorts(5)) as FivePorts;
  mkdirSync(join(folder, 'mail'));
  chmodSync(join(folder, 'mail'), 0o777);
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('log', '');
  write('cert.pem', certificate.cert);
  write('key.pem', certificate.key);
  if (options.users) write('users', passwordFile(options.users));
  if (options.introspectionUrl) write('oauth2.conf', oauth2Settings(options.introspectionUrl));
  write('dovecot.conf', settings(folder, { imap, imaps, lmtp, smtp, smtps }, options));
  const ports = options.plainOnly ? [imap, lmtp] : [imap, imaps, lmtp];
  if (options.relayTo !== undefined) ports.push(smtp, smtps);
  const log = () => readFileSync(join(folder, 'log'), 'utf8');
  const config = join(folder, 'dovecot.conf');
  const start = () => startServer('dovecot', ['-F', '-c', config], { ports, log });
  let end = await start();
  return {
    ...{ host: 'localhost', imap, imaps, lmtp, smtp, smtps, certificate, log },
    connections: () => establishedOn(imaps),
    connected: () => new Set(connectedUsers(config)),
    stop: () => end(),
    start: async () => {
      end = await start();
    },
  };
}

/** Rows of the kernel's table: number, local address, remote address, state, with 01 for established. */
const establishedOn = (port: number): number => {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'latin1').split('\n');
  return rows.filter((row) => {
    const [, local, , state] = row.trim().split(/\s+/);
    return state === '01' && local?.endsWith(suffix);
  }).length;
};

/** The first column of `doveadm who -1`, without its heading. */
const connectedUsers = (config: string) =>
  execFileSync('doveadm', ['-c', config, 'who', '-1'], { encoding: 'utf8', stdio: 'pipe' })
    .split('\n')
    .slice(1)
    .flatMap((line) => line.split(/\s+/)[0] || []);

const passwordFile = (users: Record<string, string>) =>
  Object.entries(users)
    .map(([name, password]) => `${name}:{PLAIN}${password}::::::\n`)
    .join('');

const oauth2Settings = (url: string) => `introspection_mode = post
introspection_url = ${url}
username_attribute = username
active_attribute = active
active_value = true
`;

type FivePorts = [number, number, number, number, number];
type Ports = Pick<Dovecot, 'imap' | 'imaps' | 'lmtp' | 'smtp' | 'smtps'>;

function settings(folder: string, ports: Ports, options: Options): string {
  const { imap, imaps, lmtp } = ports;
  const { plainOnly, users, introspectionUrl, folders = defaultFolders, relayTo } = options;
  const passwords = users
    ? `driver = passwd-file\n  args = ${folder}/users`
    : 'driver = static\n  args = password=secret';
  const tokens = `passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${folder}/oauth2.conf
}
`;
  return `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap lmtp${relayTo === undefined ? '' : ' submission'}
listen = 127.0.0.1
mail_location = maildir:${folder}/mail/%u
mail_uid = mail
mail_gid = mail
first_valid_uid = 1
ssl = ${plainOnly ? 'no' : 'yes'}
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login${introspectionUrl ? ' xoauth2 oauthbearer' : ''}
auth_failure_delay = 0
${introspectionUrl ? tokens : ''}passdb {
  ${passwords}
}
userdb {
  driver = static
  args = uid=mail gid=mail home=${folder}/mail/%u allow_all_users=yes
}
default_vsz_limit = 512M
${options.isLarge ? largeSettings : ''}service imap-login {
  inet_listener imap {
    port = ${imap}
  }
  inet_listener imaps {
    port = ${plainOnly ? 0 : imaps}
    ssl = yes
  }
}
service lmtp {
  inet_listener lmtp {
    port = ${lmtp}
  }
}
${relayTo === undefined ? '' : relaySettings(ports, relayTo)}protocol lmtp {
  postmaster_address = postmaster@localhost
}
namespace inbox {
  inbox = yes
${Object.entries(folders).map(folderSettings).join('')}}
`;
}

const largeSettings = `default_client_limit = 4000
default_process_limit = 2000
imap_hibernate_timeout = 1s
mail_max_userip_connections = 100
service imap {
  unix_listener imap-master {
    user = dovecot
  }
}
service imap-hibernate {
  unix_listener imap-hibernate {
    mode = 0666
  }
}
service imap-login {
  service_count = 0
  client_limit = 4000
}
`;

const relaySettings = ({ smtp, smtps }: Ports, port: number) => `submission_relay_host = 127.0.0.1
submission_relay_port = ${port}
submission_relay_trusted = no
hostname = localhost
service submission-login {
  inet_listener submission {
    port = ${smtp}
  }
  inet_listener submissions {
    port = ${smtps}
    ssl = yes
  }
}
`;

const defaultFolders = { Sent: '\\Sent', Junk: '\\Junk', Trash: '\\Trash' };

const folderSettings = ([name, use]: [string, string]) => `  mailbox ${name} {
    auto = create
    special_use = ${use}
  }
`;
