import { startSmtpCatcher } from '../dev/smtp-catcher.ts';
import { afterTestOrFile } from './after-test-or-file.ts';

export interface TestMailServer {
  url: string;
  /** The received emails. */
  emails: { to: string; text: string }[];
  /** Receives emails without an answer, until the returned function accepts or refuses them. */
  holdAll: () => { accept: () => void; refuse: () => void };
}

/** A local mail server that records emails. With a password, it refuses every other one. */
export async function testMailServer(password?: string): Promise<TestMailServer> {
  const emails: TestMailServer['emails'] = [];
  let held = Promise.withResolvers<void>();
  held.resolve();
  const { port, close } = await startSmtpCatcher({
    onEmail: async ({ to, source }) => {
      emails.push({ to: to.join(), text: unfold(source) });
      await held.promise;
    },
    password,
  });
  afterTestOrFile(close);
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    holdAll: () => {
      held = Promise.withResolvers<void>();
      held.promise.catch(() => {});
      return { accept: held.resolve, refuse: () => held.reject(new Error('the mailbox is full')) };
    },
  };
}

/** Removes the soft line breaks of quoted-printable, which may split a link. */
const unfold = (text: string) => text.replaceAll('=\r\n', '').replaceAll('=3D', '=');

/** The code in the link of an email. */
export const codeInEmail = (text: string): string => /#([\w-]+)/.exec(text)![1]!;
