import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { afterAll } from 'vitest';

export interface TestMailServer {
  url: string;
  /** What has arrived, as it was sent. */
  letters: { to: string; text: string }[];
  /** From now on it takes nothing. */
  refuse: () => void;
}

/** A mail server on this machine that keeps what it is given. */
export async function testMailServer(): Promise<TestMailServer> {
  const letters: TestMailServer['letters'] = [];
  let refusing = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refusing ? new Error('no such mailbox') : null),
    onData: (stream: SMTPServerDataStream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        letters.push({ to, text: unfolded(Buffer.concat(chunks).toString()) });
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    refuse: () => {
      refusing = true;
    },
  };
}

/** Without the line ends of quoted-printable, in which a link may be broken. */
const unfolded = (text: string) => text.replaceAll('=\r\n', '').replaceAll('=3D', '=');

/** The code at the end of the link in a letter. */
export const codeIn = (text: string): string => /#([\w-]+)/.exec(text)![1]!;
