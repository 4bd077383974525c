import { type Endpoint, type Ref, refsOf } from '@outcrop/contract';
import { exampleIds } from '../../contract/src/example-ids.ts';
import type { IdOf } from './records.ts';

/** A request that is right in itself, whether or not the ids in it exist. */
export interface Sample {
  query: Record<string, string>;
  body: Record<string, unknown>;
}

/**
 * Requests beyond the examples of a line, so that together they use every field: the sweep fails
 * when a field of a body, or an id in it, is in none of them.
 */
const more: Record<string, Record<string, unknown>[]> = {
  postLeads: [{ leads: [{ fullName: 'Amara Okafor' }], listId: exampleIds.list }],
  postBulk: [
    { action: 'tag', prospectIds: [exampleIds.amara], tagId: exampleIds.tag },
    { action: 'untag', prospectIds: [exampleIds.amara], tagId: exampleIds.tag },
    { action: 'add_to_list', prospectIds: [exampleIds.amara], listId: exampleIds.list },
    { action: 'remove_from_list', prospectIds: [exampleIds.amara], listId: exampleIds.list },
    { action: 'add_to_list', prospectIds: [exampleIds.amara], listName: 'Trade fair 2026' },
    { action: 'suppress', prospectIds: [exampleIds.amara] },
    { action: 'unsuppress', prospectIds: [exampleIds.amara] },
    { action: 'delete', prospectIds: [exampleIds.amara] },
  ],
  testWrite: [{ name: 'Beside another', besideListId: exampleIds.list }],
};

/** The examples of the documentation, what stands above, and each id of the query by itself. */
export const samplesOf = (line: Endpoint): Sample[] => [
  ...line.examples.map(({ query = {}, body = {} }) => ({ query, body })),
  ...(more[line.id] ?? []).map((body) => ({ query: {}, body })),
  ...refsOf(line)
    .filter((ref) => ref.in === 'query')
    .map(({ path, referent }) => ({ query: { [path.join('.')]: exampleOf[referent] }, body: {} })),
];

const exampleOf = {
  prospect: exampleIds.amara,
  list: exampleIds.list,
  tag: exampleIds.tag,
  campaign: exampleIds.campaign,
} satisfies Record<Ref['referent'], string>;

export const hasRef = (sample: Sample, { in: place, path }: Ref): boolean =>
  valuesAt(sample[place], path).length > 0;

/** The sample with every id at the place of `ref` replaced by one of `idOf`. */
export async function withIds(sample: Sample, ref: Ref, idOf: IdOf): Promise<Sample> {
  const copy = structuredClone(sample);
  for (const { holder, key } of valuesAt(copy[ref.in], ref.path))
    holder[key] = await idOf(ref.referent);
  return copy;
}

/** The sample with ids that exist. */
export async function withRecords(line: Endpoint, sample: Sample, idOf: IdOf): Promise<Sample> {
  let real = sample;
  for (const ref of refsOf(line)) real = await withIds(real, ref, idOf);
  return real;
}

interface Place {
  holder: Record<string | number, unknown>;
  key: string | number;
}

function valuesAt(value: unknown, [step, ...rest]: Ref['path']): Place[] {
  const holder = value as Place['holder'];
  if (typeof value !== 'object' || value === null || step === undefined) return [];
  const keys = step === 0 ? Object.keys(holder).map(Number) : step in holder ? [step] : [];
  return keys.flatMap((key) =>
    rest.length === 0 ? [{ holder, key }] : valuesAt(holder[key], rest),
  );
}
