import type { Lead, Prospect } from '@outcrop/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importsClient } from '../../test/imports/imports-client.ts';
import { testQueue } from '../../test/queue/workers.ts';
import { sizeForRun } from '../../test/run-size.ts';
import { testService } from '../../test/service.ts';

const service = await testService();
const queue = await testQueue([], service.database);
await queue.startWorker([]);

/** Values that are hard to export: formula signs, quotes, delimiters, new lines, other scripts. */
const nasty = fc
  .array(
    fc.constantFrom(
      ...'=+-@\'",;|\t\r\n ＝－éß李🪨ab'.split(/(?:)/u),
      '\ufeff',
      "'=",
      'sep=;\n',
      '\\',
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => `${parts.join('')}x`);
const text = fc.option(fc.oneof(nasty, fc.constantFrom('Amara', "'s-Hertogenbosch")), {
  nil: undefined,
});

const lead = (number: number): fc.Arbitrary<Lead> =>
  fc
    .record({
      fullName: text,
      firstName: text,
      lastName: text,
      title: text,
      companyName: text,
      website: text,
      phone: fc.option(fc.constantFrom('+49 30 901820', '-1', '=x', '030/12'), { nil: undefined }),
      locationName: text,
      linkedinUrl: fc.option(fc.constant(`https://www.linkedin.com/in/p${number}`), {
        nil: undefined,
      }),
      email: fc.option(fc.constantFrom(`p${number}@x.example`, `+p${number}@x.example`), {
        nil: undefined,
      }),
    })
    .map((fields) => ({ ...fields, ...(fields.email ? {} : { email: `=${number}@x.example` }) }));

/** All fields except those that an import assigns anew. */
const person = ({ id, createdAt, updatedAt, lastActivityAt, sourceType, ...rest }: Prospect) => {
  void [id, createdAt, updatedAt, lastActivityAt, sourceType];
  return rest;
};
const byEmail = (people: Prospect[]) =>
  people.map(person).sort((a, b) => (a.email! < b.email! ? -1 : 1));

test('exported prospects are the same when imported into another workspace, and unchanged in their own', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .integer({ min: 1, max: 6 })
        .chain((count) => fc.tuple(...Array.from({ length: count }, (_, n) => lead(n)))),
      async (leads) => {
        const home = await importsClient(service);
        const { error } = await home.post(leads);
        expect(error).toBeUndefined();
        const file = await home.exportCsv();

        const again = await home.finish('run', (await home.upload(file)).id);
        expect(again.counts).toMatchObject({ skipped: leads.length, failed: 0 });

        const away = await importsClient(service);
        const read = await away.upload(file);
        expect(read).toMatchObject({ delimiter: ',', encoding: 'utf-8', warnings: [] });
        expect(await away.finish('run', read.id)).toMatchObject({
          counts: { inserted: leads.length, failed: 0 },
        });
        expect(byEmail(await away.prospects())).toEqual(byEmail(await home.prospects()));
      },
    ),
    { numRuns: sizeForRun(4, 30) },
  );
});
