import tls from 'node:tls';
import { readConfig } from '../../src/config.ts';
import { MailTokens } from '../../src/core/sending/mail-tokens.ts';
import { Suppression } from '../../src/core/suppression/suppression.ts';
import { Database } from '../../src/platform/db/index.ts';
import { Egress } from '../../src/platform/egress/egress.ts';
import type { SendDeps } from '../../src/sending/send-turn.job.ts';

/** The dependencies of a worker in its own process. */
export function processDeps(): SendDeps {
  const config = readConfig();
  const environment = process.env as Record<'NAME_SERVER' | 'CERTIFICATE', string>;
  if (environment.CERTIFICATE) tls.setDefaultCACertificates([environment.CERTIFICATE]);
  return {
    db: new Database({
      url: config.DATABASE_URL,
      poolSize: 8,
      timeouts: { statementMs: 30_000, lockMs: 20_000 },
      inBackground: true,
    }),
    suppression: new Suppression(config.SUPPRESSION_KEY!),
    tokens: new MailTokens(config.SUPPRESSION_KEY!),
    publicUrl: 'https://outcrop.example',
    clock: () => new Date(),
    egress: new Egress({ allow: ['127.0.0.0/8'], nameServers: [environment.NAME_SERVER] }),
    credentials: { of: async () => ({ user: 'jane', password: 'password' }) },
    hostName: 'outcrop.example',
    timeouts: { beforeDotMs: 60_000, afterDotMs: 60_000 },
  };
}
