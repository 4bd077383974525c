import { type Endpoint, type Ref, refsOf } from '@outcrop/contract';
import { exampleIds } from '../../contract/src/example-ids.ts';
import type { IdOf } from './records.ts';

/** A request that is right in itself, whether or not the ids in it exist. */
export interface Sample {
  params: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown>;
  /** The file that goes with it, where the line takes one. */
  file?: string;
}

const wholeFilter = {
  stage: 'new',
  listId: exampleIds.list,
  tagId: exampleIds.tag,
  campaignId: exampleIds.campaign,
  hasEmail: true,
  hasLinkedin: true,
  enrichmentStatus: 'none',
  createdFrom: '2026-03-01',
  createdTo: '2026-03-31',
};
const wholeMapping = {
  fullName: 'Vorname',
  title: 'Vorname',
  companyName: 'Nachname',
  linkedinUrl: 'E-Mail',
  website: 'E-Mail',
  phone: 'Nachname',
  locationName: 'Nachname',
};

/**
 * Requests beyond the examples of a line, so that together they use every field: the sweep fails
 * when a field of a body, or an id in it, is in none of them.
 */
const more: Record<string, Record<string, unknown>[]> = {
  postLeads: [{ leads: [{ fullName: 'Amara Okafor' }], listId: exampleIds.list, onMatch: 'fill' }],
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
  postBulkTasks: [
    {
      action: 'tag',
      tagId: exampleIds.tag,
      filter: wholeFilter,
    },
    { action: 'add_to_list', listId: exampleIds.list, prospectIds: [exampleIds.amara] },
    { action: 'add_to_list', listName: 'Trade fair 2026', filter: { q: 'saltmarsh' } },
    { action: 'tag', tagName: 'Hot', prospectIds: [exampleIds.amara] },
  ],
  postProspects: [{ fullName: 'Amara Okafor', listId: exampleIds.list, onMatch: 'fill' }],
  patchProspect: [
    {
      firstName: 'Amara',
      lastName: 'Okafor',
      companyName: 'Saltmarsh Foods',
      linkedinUrl: 'https://www.linkedin.com/in/amara-okafor-corrected',
      website: 'saltmarsh.example',
      phone: '+49 30 901820',
      locationName: 'Lagos',
    },
  ],
  postImportDryRun: [
    {
      mapping: wholeMapping,
      listId: exampleIds.list,
      onMatch: 'fill',
      tagName: 'Met in person',
    },
  ],
  postImportRun: [
    {
      mapping: wholeMapping,
      listId: exampleIds.list,
      onMatch: 'fill',
    },
  ],
  postExports: [
    {
      filter: wholeFilter,
    },
  ],
  postTokens: [{ name: 'CRM', expiresInDays: 90, userId: exampleIds.member }],
  postMeFresh: [{ password: 'seven quiet herons', code: '204817' }],
  postEnrich: [
    {
      prospectIds: [exampleIds.amara],
      useWorkspaceInstructions: true,
      allowPartial: true,
      ignoreMissing: true,
    },
  ],
  testWrite: [{ name: 'Beside another', besideListId: exampleIds.list }],
};

/** The examples of the documentation, what stands above, and each id of the query by itself. */
export const samplesOf = (line: Endpoint): Sample[] => [
  ...line.examples.map(({ params = {}, query = {}, body = {}, file }) => ({
    params,
    query,
    body,
    ...(line.takes && file !== undefined && { file }),
  })),
  ...(more[line.id] ?? []).map((body) => ({ ...inPath(line), query: {}, body })),
  ...refsOf(line)
    .filter((ref) => ref.in === 'query')
    .map(({ path, referent }) => ({
      ...inPath(line),
      query: { [path.join('.')]: exampleOf[referent] },
      body: {},
    })),
];

/** What stands in the path of the first example: each sample of a line needs it. */
const inPath = (line: Endpoint) => ({ params: line.examples[0].params ?? {} });

const exampleOf = {
  prospect: exampleIds.amara,
  list: exampleIds.list,
  tag: exampleIds.tag,
  campaign: exampleIds.campaign,
  task: exampleIds.task,
  import: exampleIds.import,
  export: exampleIds.export,
  webhook: exampleIds.webhook,
  delivery: exampleIds.delivery,
  job: exampleIds.job,
  token: exampleIds.token,
  member: exampleIds.member,
  integration: exampleIds.member,
  invitation: exampleIds.invitation,
  session: exampleIds.session,
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
