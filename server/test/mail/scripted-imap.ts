import { type ImapOptions, type ImapServer, startImapServer } from '../../dev/imap-server.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';

/** An IMAP server whose faults a test scripts. */
export async function startScriptedImap(options: ImapOptions = {}): Promise<ImapServer> {
  const server = await startImapServer(options);
  afterTestOrFile(server.close);
  return server;
}
