import tls from 'node:tls';
import { openImapSession } from '../../src/core/mailboxes/imap-session.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { runSettleUnknown } from '../../src/sending/settle-unknown.job.ts';
import { selfSignedCertificate } from '../certificate.ts';
import { startDnsServer } from '../dns-server.ts';
import { startDovecot } from '../mail/dovecot.ts';
import { testService } from '../service.ts';
import { testSender } from './sending-client.ts';

/** A service, and an IMAP server with one Sent folder for all mailboxes. Copies in it settle unknown emails. */
export async function startCrashSetup() {
  const certificate = selfSignedCertificate('mail.example');
  tls.setDefaultCACertificates([certificate.cert]);
  const [dovecot, dns, service] = await Promise.all([
    startDovecot({ certificate, users: { jane: 'password' } }),
    startDnsServer((_name, type) => (type === 'A' ? ['127.0.0.1'] : [])),
    testService(),
  ]);
  const { deps } = await testSender(service);
  const { egress } = deps;
  return {
    ...{ service, deps },
    imapPort: dovecot.imaps,
    nameServer: dns.address,
    keepCopy: async (body: string): Promise<void> => {
      const server = { host: 'mail.example', port: dovecot.imaps, security: 'tls' } as const;
      const session = await openImapSession({
        ...{ egress: egress as never, server, auth: { user: 'jane', password: 'password' } },
      });
      await session.append('Sent', body);
      await session.logout();
    },
    /** Looks for unknown emails in Sent, as the worker does at this time. */
    settleAt: async (at: Date): Promise<void> => {
      const run = runSettleUnknown({ ...deps, egress: egress as never, clock: () => at });
      await run({ signal: new AbortController().signal, log: createLog('silent') });
    },
  };
}
