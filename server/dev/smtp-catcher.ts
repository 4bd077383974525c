import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { callbackify } from 'node:util';
import { SMTPServer } from 'smtp-server';

interface CaughtEmail {
  from: string;
  to: string[];
  source: string;
}

export interface SmtpCatcher {
  port: number;
  close: () => Promise<void>;
}

interface CatcherOptions {
  /** The sender is answered when this is done, and refused if it throws. */
  onEmail: (email: CaughtEmail) => void | Promise<void>;
  /** Without it, every password is accepted. */
  password?: string | undefined;
}

/** An SMTP server on this machine only, without TLS, that delivers nothing. */
export async function startSmtpCatcher(options: CatcherOptions): Promise<SmtpCatcher> {
  const { onEmail, password } = options;
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (credential, _session, done) =>
      password === undefined || credential.password === password
        ? done(null, { user: 'outcrop' })
        : done(new Error('Invalid username or password')),
    onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const email = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
        };
        callbackify(async () => onEmail(email))((error) => done(error));
      });
    },
  });
  server.on('error', () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
