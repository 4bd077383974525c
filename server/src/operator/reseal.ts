import { requireVariables } from '../config.ts';
import { sealedProviderKeys } from '../core/ai/ai-settings.sql.ts';
import { sealedAccessTokens, sealedMailboxSecrets } from '../core/mailboxes/mailbox-secrets.ts';
import { resealSecondFactors } from '../core/sign-in/second-factor-codes.ts';
import { SessionSecrets } from '../core/sign-in/session-secrets.ts';
import { deleteOldKeyProofs, resealSecrets } from '../platform/crypto/reseal-secrets.ts';
import { Sealing } from '../platform/crypto/sealing.ts';
import { Database } from '../platform/db/index.ts';
import { sealedResponses } from '../platform/http/idempotency.ts';
import { sealedSecrets } from '../webhooks/signature.ts';
import { printUsageOnHelp, readConfigOrExit } from './command-output.ts';

printUsageOnHelp(`npm run reseal

Reseals all secrets with the first SECRETS_KEY, and second factors with the first SESSION_SECRET. Set each of
them to the new value, followed by the old ones.`);

const required = ['SECRETS_KEY', 'SESSION_SECRET'] as const;
const config = readConfigOrExit(process.env, required);
requireVariables(config, required);
const sealing = new Sealing(config.SECRETS_KEY);
const secrets = new SessionSecrets(config.SESSION_SECRET);
const owner = new Database({
  url: config.DATABASE_OWNER_URL,
  poolSize: 1,
  timeouts: { statementMs: 30_000, lockMs: 10_000 },
  inBackground: true,
});
try {
  await sealing.requireValidKeys(owner);
  await secrets.requireValidSecrets(owner);
  for (const column of [
    ...sealedSecrets,
    sealedMailboxSecrets,
    sealedAccessTokens,
    sealedProviderKeys,
    sealedResponses,
  ])
    console.log(`${column.name}: ${await resealSecrets(owner, sealing, column)} resealed`);
  console.log(`second factors: ${await resealSecondFactors(owner, secrets)} resealed`);
  for (const id of await deleteOldKeyProofs(owner, sealing))
    console.log(`The key "${id}" is no longer used. Remove it from SECRETS_KEY.`);
  if ((await secrets.deleteOldSecrets(owner)) > 0)
    console.log(
      'Remove the old SESSION_SECRET in a week: until then, sessions may still be signed with it.',
    );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await owner.close();
}
