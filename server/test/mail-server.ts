import { startSmtpCatcher } from '../dev/smtp-catcher.ts';
import { afterTestOrFile } from './after-test-or-file.ts';

export interface TestMailServer {
  url: string;
  /** The received emails. */
  emails: { to: string; text: string }[];
  /** Rejects all emails from now on. */
  rejectAll: () => void;
}

/** A local mail server that records emails. With a password, it refuses every other one. */
export async function testMailServer(password?: string): Promise<TestMailServer> {
  const emails: TestMailServer['emails'] = [];
  let rejecting = false;
  const { port, close } = await startSmtpCatcher({
    onEmail: ({ to, source }) => emails.push({ to: to.join(), text: unfold(source) }),
    password,
    isRefusing: () => rejecting,
  });
  afterTestOrFile(close);
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    rejectAll: () => {
      rejecting = true;
    },
  };
}

/** Removes the soft line breaks of quoted-printable, which may split a link. */
const unfold = (text: string) => text.replaceAll('=\r\n', '').replaceAll('=3D', '=');

/** The code in the link of an email. */
export const codeInEmail = (text: string): string => /#([\w-]+)/.exec(text)![1]!;
