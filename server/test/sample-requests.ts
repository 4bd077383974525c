import { type Endpoint, manageEndpoints, type RequestRef, refsOf } from '@outcrop/contract';
import { exampleIds } from '../../contract/src/example-ids.ts';
import type { IdSource } from './record-creator.ts';

/** A valid request, although its ids may not exist. */
export interface SampleRequest {
  params: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown>;
  /** The file, if the endpoint accepts one. */
  file?: string;
}

const fullFilter = {
  stage: 'new',
  listId: exampleIds.list,
  tagId: exampleIds.tag,
  campaignId: exampleIds.campaign,
  hasEmail: true,
  hasLinkedin: true,
  ownerId: exampleIds.member,
  enrichmentStatus: 'none',
  createdFrom: '2026-03-01',
  createdTo: '2026-03-31',
};
const severalFilter = {
  stage: ['new', 'contacted'],
  listId: [exampleIds.list],
  tagId: [exampleIds.tag],
  sourceType: ['csv', 'manual'],
  company: 'Saltmarsh Foods',
  hasPhone: false,
  doNotContact: false,
  updatedFrom: '2026-03-01',
  updatedTo: '2026-03-31',
};
const fullMapping = {
  fullName: 'Vorname',
  title: 'Vorname',
  companyName: 'Nachname',
  linkedinUrl: 'E-Mail',
  website: 'E-Mail',
  phone: 'Nachname',
  locationName: 'Nachname',
};

const { address: _, ...mailboxBody } = manageEndpoints.postMailboxes.examples[0].body as {
  address: string;
};
const stepsWithAlternatives = [
  {
    kind: 'email',
    subject: 'Sensors',
    body: '<p>Dear {{firstName|reader}}</p>',
    format: 'html',
    alternatives: [{ subject: 'An idea', body: '<p>Hello</p>' }],
  },
];

/**
 * Bodies in addition to the examples, so that together they use every field. The sweep fails if a
 * field or an id is in none of them.
 */
const extraBodies: Record<string, Record<string, unknown>[]> = {
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
  postCampaignEnrollTasks: [{ filter: fullFilter }, { filter: severalFilter }],
  postCampaignTestEmail: [
    {
      stepId: exampleIds.firstStep,
      variantId: exampleIds.alternative,
      prospectId: exampleIds.amara,
    },
  ],
  postBulkTasks: [
    {
      action: 'tag',
      tagId: exampleIds.tag,
      filter: fullFilter,
    },
    { action: 'tag', tagId: exampleIds.tag, filter: severalFilter },
    { action: 'add_to_list', listId: exampleIds.list, prospectIds: [exampleIds.amara] },
    { action: 'add_to_list', listName: 'Trade fair 2026', filter: { q: 'saltmarsh' } },
    { action: 'tag', tagName: 'Hot', prospectIds: [exampleIds.amara] },
  ],
  postProspects: [
    { fullName: 'Amara Okafor', listId: exampleIds.list, stage: 'meeting', onMatch: 'fill' },
  ],
  patchProspect: [
    {
      firstName: 'Amara',
      lastName: 'Okafor',
      companyName: 'Saltmarsh Foods',
      linkedinUrl: 'https://www.linkedin.com/in/amara-okafor-corrected',
      website: 'saltmarsh.example',
      phone: '+49 30 901820',
      locationName: 'Lagos',
      ownerId: exampleIds.member,
    },
  ],
  postImportDryRun: [
    {
      mapping: fullMapping,
      listId: exampleIds.list,
      onMatch: 'fill',
      tagName: 'Met in person',
    },
  ],
  postImportRun: [
    {
      mapping: fullMapping,
      listId: exampleIds.list,
      onMatch: 'fill',
    },
  ],
  postCampaign: [
    { name: 'Fair', steps: stepsWithAlternatives, footer: 'Acme. {{unsubscribeUrl}}' },
  ],
  patchCampaign: [{ steps: stepsWithAlternatives }],
  postExports: [{ filter: fullFilter }, { filter: severalFilter }],
  postMailboxes: [{ ...mailboxBody, address: 'tomasz@saltmarsh.example', shared: false }],
  patchMailbox: [{ ...mailboxBody, shared: true, paused: false }],
  postMailboxesImport: [{ csv: 'address,password\n', shared: false, dryRun: true }],
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
  patchNote: [{ occurredAt: '2026-03-05T09:00:00Z' }],
  patchFollowUp: [{ title: 'Call again', dueOn: '2026-03-10', assigneeId: exampleIds.member }],
  patchView: [{ query: 'stage=new', columns: [{ key: 'email', width: 200 }], pinned: true }],
  testWrite: [{ name: 'Beside another', besideListId: exampleIds.list }],
};

/** The documented examples, the bodies above, and one request per id in the query. */
export const sampleRequests = (endpoint: Endpoint): SampleRequest[] => [
  ...endpoint.examples.map(({ params = {}, query = {}, body = {}, file }) => ({
    params,
    query,
    body,
    ...(endpoint.requestFormat && file !== undefined && { file }),
  })),
  ...(extraBodies[endpoint.id] ?? []).map((body) => ({ ...pathParams(endpoint), query: {}, body })),
  ...refsOf(endpoint)
    .filter((ref) => ref.in === 'query')
    .map(({ path, referent }) => ({
      ...pathParams(endpoint),
      query: { [path.join('.')]: exampleIdOf[referent] },
      body: {},
    })),
];

/** The path parameters of the first example, which every sample needs. */
const pathParams = (endpoint: Endpoint) => ({ params: endpoint.examples[0].params ?? {} });

const exampleIdOf = {
  prospect: exampleIds.amara,
  note: exampleIds.note,
  'follow-up': exampleIds.followUp,
  view: exampleIds.view,
  list: exampleIds.list,
  tag: exampleIds.tag,
  campaign: exampleIds.campaign,
  message: exampleIds.message,
  'received message': exampleIds.message,
  conversation: exampleIds.conversation,
  reply: exampleIds.reply,
  'saved reply': exampleIds.savedReply,
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
  mailbox: exampleIds.mailbox,
} satisfies Record<RequestRef['referent'], string>;

export const hasRef = (sample: SampleRequest, { in: part, path }: RequestRef): boolean =>
  locate(sample[part], path).length > 0;

/** Replaces every id at `ref` in the sample. */
export async function withIds(
  sample: SampleRequest,
  ref: RequestRef,
  idOf: IdSource,
): Promise<SampleRequest> {
  const copy = structuredClone(sample);
  for (const { holder, key } of locate(copy[ref.in], ref.path))
    holder[key] = await idOf(ref.referent);
  return copy;
}

/** Replaces all ids in the sample by ids of existing records. */
export async function withExistingIds(
  endpoint: Endpoint,
  sample: SampleRequest,
  idOf: IdSource,
): Promise<SampleRequest> {
  let real = sample;
  for (const ref of refsOf(endpoint)) real = await withIds(real, ref, idOf);
  return real;
}

interface ValueLocation {
  holder: Record<string | number, unknown>;
  key: string | number;
}

function locate(value: unknown, [step, ...rest]: RequestRef['path']): ValueLocation[] {
  const holder = value as ValueLocation['holder'];
  if (typeof value !== 'object' || value === null || step === undefined) return [];
  const keys = step === 0 ? Object.keys(holder).map(Number) : step in holder ? [step] : [];
  return keys.flatMap((key) => {
    if (rest.length > 0) return locate(holder[key], rest);
    // Some fields take one id or a list of them.
    return Array.isArray(holder[key]) ? [] : [{ holder, key }];
  });
}
