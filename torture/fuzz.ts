import { parseArgs } from 'node:util';
import { aftermath } from './fuzz/aftermath.ts';
import { operations } from './fuzz/document.ts';
import { Fuzzer } from './fuzz/fuzzer.ts';
import { tellFailure } from './fuzz/report.ts';
import { settle } from './fuzz/settle.ts';
import { makeTenants } from './fuzz/tenants.ts';
import type { Wire } from './fuzz/wire.ts';
import { onNewGround } from './ground.ts';

const concurrency = 8;
/** So many for each operation, and none should be left that was never served. */
const enoughForEach = 50;

/** Sends requests of every kind and holds each answer against the document; tells whether all held. */
export async function fuzz(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: { requests: { type: 'string', default: '2000' } },
  });
  const requests = Number(values.requests);
  const seed = Number(process.env.FUZZ_SEED) || Math.floor(Math.random() * 2 ** 32);
  console.log(`fuzz: ${requests} requests, FUZZ_SEED=${seed}`);

  return onNewGround(async ({ owner, ...processes }) => {
    const tenants = await makeTenants(owner, processes.api.origin);
    const fuzzer = new Fuzzer({ ...processes, tenants, seed });
    const wires = Array.from({ length: concurrency }, () => fuzzer.wire());
    const started = performance.now();
    const indexes = Array(requests).keys();
    const work = async (wire: Wire) => {
      for (const index of indexes) {
        if (!fuzzer.goesOn) return;
        await fuzzer.request(wire, index);
      }
    };
    await Promise.all(wires.map(work));
    for (const wire of wires) wire.close();
    const asked = performance.now();
    const left = await settle(owner);
    const took = { asking: asked - started, settling: performance.now() - asked };
    const problems = [
      ...left,
      ...(await fuzzer.finish()),
      ...(await aftermath(owner, tenants, fuzzer.acknowledged)),
      ...(requests >= enoughForEach * operations.length && fuzzer.goesOn ? unreached(fuzzer) : []),
    ];
    for (const failure of fuzzer.failures.values())
      console.log(tellFailure(failure, await fuzzer.shrink(failure), seed));
    for (const problem of problems) console.log(`\n✗ ${problem}`);
    if (fuzzer.failures.size > 0)
      console.log(
        '\nTo send a request again: npm run dev, ORIGIN=http://127.0.0.1:3000, TOKEN=one of its tokens.',
      );
    console.log(fuzzer.tally.summary(took, seed));
    return fuzzer.failures.size === 0 && problems.length === 0;
  });
}

/** What takes a code, or a name to be typed, that no dice throw; the sweep serves these. */
const beyondChance = new Set([
  'postSetupClaim',
  'postSignIn',
  'postSignInSecondFactor',
  'postSignInLink',
  'postPasswordReset',
  'postInvitationsLook',
  'postInvitationsAccept',
  'postMeSecondFactorConfirm',
  'postMeBackupCodes',
  'deleteMeSession',
  'postTokensRotate',
  'postTokensRevokeAll',
]);

/** A fuzzer that is always refused tries nothing: every operation must also have been served. */
const unreached = ({ tally }: Fuzzer): string[] =>
  operations
    .filter(({ id, isBuilt }) => isBuilt && !beyondChance.has(id))
    .filter(({ key }) => tally.succeeded(key) === 0)
    .map(({ key }) => `no request to ${key} succeeded, so what it does was not tried`);
