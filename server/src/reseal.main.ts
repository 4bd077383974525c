import { readConfig } from './config.ts';
import { sealedProviderKeys } from './enrichment/settings-sql.ts';
import { resealSecondFactors } from './identity/reseal-second-factors.ts';
import { SessionSecrets } from './identity/session-secrets.ts';
import { forgetOldKeys, reseal } from './platform/crypto/reseal.ts';
import { Sealing } from './platform/crypto/sealing.ts';
import { Database } from './platform/db/index.ts';
import { sealedAnswers } from './platform/http/idempotency.ts';
import { sealedSecrets } from './webhooks/secrets.ts';

/** Seals every secret of the database with the first key of SECRETS_KEY, second factors with the first SESSION_SECRET. */
const config = readConfig();
if (config.SECRETS_KEY === undefined || config.SESSION_SECRET === undefined) {
  console.error(
    'Set SECRETS_KEY and SESSION_SECRET, in each the new one first and the old ones behind it.',
  );
  process.exit(1);
}
const sealing = new Sealing(config.SECRETS_KEY);
const secrets = new SessionSecrets(config.SESSION_SECRET);
const owner = new Database({
  url: config.DATABASE_OWNER_URL,
  poolSize: 1,
  timeouts: { statementMs: 30_000, lockMs: 10_000 },
});
try {
  await sealing.requireRightKeys(owner);
  await secrets.requireRight(owner);
  for (const place of [...sealedSecrets, sealedProviderKeys, sealedAnswers])
    console.log(`${place.name}: ${await reseal(owner, sealing, place)} sealed anew`);
  console.log(`second factors: ${await resealSecondFactors(owner, secrets)} sealed anew`);
  for (const id of await forgetOldKeys(owner, sealing))
    console.log(`The key "${id}" is no longer used. Drop it from SECRETS_KEY.`);
  if ((await secrets.forgetOthers(owner)) > 0)
    console.log(
      'Drop the old SESSION_SECRET a week from now: until then sessions may be signed with it.',
    );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await owner.close();
}
