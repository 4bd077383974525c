import { parseArgs } from 'node:util';
import { aftermath } from './fuzz/aftermath.ts';
import { operations } from './fuzz/document.ts';
import { Fuzzer } from './fuzz/fuzzer.ts';
import { tellFailure } from './fuzz/report.ts';
import { makeTenants } from './fuzz/tenants.ts';
import type { Wire } from './fuzz/wire.ts';
import { onNewGround } from './ground.ts';

const concurrency = 8;
const roundSize = 200;

/** Sends requests of every kind and holds each answer against the document; tells whether all held. */
export async function fuzz(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: { requests: { type: 'string', default: '2000' } },
  });
  const requests = Number(values.requests);
  const seed = Number(process.env.FUZZ_SEED) || Math.floor(Math.random() * 2 ** 32);
  console.log(`fuzz: ${requests} requests, FUZZ_SEED=${seed}`);

  return onNewGround(async ({ api, owner }) => {
    const tenants = await makeTenants(owner);
    const fuzzer = new Fuzzer({ api, owner, tenants, seed });
    const wires = Array.from({ length: concurrency }, () => fuzzer.wire());
    const started = performance.now();
    for (let from = 0; from < requests && fuzzer.goesOn; from += roundSize) {
      const indexes = Array(Math.min(roundSize, requests - from)).keys();
      const work = async (wire: Wire) => {
        for (const index of indexes) if (fuzzer.goesOn) await fuzzer.request(wire, from + index);
      };
      await Promise.all(wires.map(work));
      await fuzzer.disturb(from);
    }
    for (const wire of wires) wire.close();
    const seconds = (performance.now() - started) / 1_000;

    const problems = [
      ...(await fuzzer.finish()),
      ...(await aftermath(owner, tenants, fuzzer.acknowledged)),
      ...(requests >= 1_000 && fuzzer.goesOn ? unreached(fuzzer) : []),
    ];
    for (const failure of fuzzer.failures.values())
      console.log(tellFailure(failure, await fuzzer.shrink(failure), seed));
    for (const problem of problems) console.log(`\n✗ ${problem}`);
    if (fuzzer.failures.size > 0)
      console.log(
        '\nTo send a request again: npm run dev, ORIGIN=http://127.0.0.1:3000, TOKEN=one of its tokens.',
      );
    console.log(fuzzer.tally.summary(seconds, seed));
    return fuzzer.failures.size === 0 && problems.length === 0;
  });
}

/** A fuzzer that is always refused tries nothing: every operation must also have been served. */
const unreached = ({ tally }: Fuzzer): string[] =>
  operations
    .filter(({ id, isBuilt }) => isBuilt && tally.succeeded(id) === 0)
    .map(({ id }) => `no request to ${id} succeeded, so what it does was not tried`);
