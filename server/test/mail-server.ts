import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { afterTestOrFile } from './after-test-or-file.ts';

export interface TestMailServer {
  url: string;
  /** The received emails. */
  emails: { to: string; text: string }[];
  /** Rejects all emails from now on. */
  rejectAll: () => void;
}

/** A local mail server that records emails. With a password, it refuses every other one. */
export async function testMailServer(expectedPassword?: string): Promise<TestMailServer> {
  const emails: TestMailServer['emails'] = [];
  let rejecting = false;
  const server = new SMTPServer({
    authOptional: expectedPassword === undefined,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === expectedPassword
        ? done(null, { user: 'outcrop' })
        : done(new Error('Invalid username or password')),
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(rejecting ? new Error('no such mailbox') : null),
    onData: (stream: SMTPServerDataStream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        emails.push({ to, text: unfolded(Buffer.concat(chunks).toString()) });
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTestOrFile(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    rejectAll: () => {
      rejecting = true;
    },
  };
}

/** Removes the soft line breaks of quoted-printable, which may split a link. */
const unfolded = (text: string) => text.replaceAll('=\r\n', '').replaceAll('=3D', '=');

/** The code in the link of an email. */
export const codeInEmail = (text: string): string => /#([\w-]+)/.exec(text)![1]!;
