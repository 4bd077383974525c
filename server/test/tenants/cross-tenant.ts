import { canDryRun, type Endpoint, type RequestRef, refsOf } from '@outcrop/contract';
import { sampleSender } from '../error-triggers.ts';
import { roleFor } from '../prepared-requests.ts';
import { recordCreator, unknownId } from '../record-creator.ts';
import { isFull, sizeForRun } from '../run-size.ts';
import {
  hasRef,
  type SampleRequest,
  sampleRequests,
  withExistingIds,
  withIds,
} from '../sample-requests.ts';
import type { ApiResponse } from '../send-request.ts';
import type { TestService } from '../service.ts';
import type { TenantValue, TestTenant } from './tenant.ts';

export interface TenantFindings {
  /** The number of foreign values that were tried. */
  tried: number;
  leaks: string[];
}

const describeField = (
  endpoint: Endpoint,
  path: readonly (string | number)[],
  { column }: TenantValue,
) => `${endpoint.method} ${endpoint.path} ${path.join('.')} = ${column}`;

/** The column that holds the ids of a kind. */
const columnOf = {
  prospect: 'prospect.id',
  note: 'note.id',
  'follow-up': 'follow_up.id',
  view: 'saved_view.id',
  list: 'list.id',
  tag: 'tag.id',
  campaign: 'campaign.id',
  message: 'outbound_message.id',
  'received message': 'message.id',
  conversation: 'conversation.id',
  reply: 'outbound_reply.id',
  'saved reply': 'saved_reply.id',
  task: 'task.id',
  import: 'import_file.id',
  export: 'task.id',
  webhook: 'webhook.id',
  delivery: 'delivery.id',
  job: 'enrichment_job.id',
  token: 'api_token.id',
  member: 'member.user_id',
  integration: 'member.user_id',
  invitation: 'invitation.id',
  session: 'member.user_id',
  mailbox: 'mailbox.id',
} satisfies Record<RequestRef['referent'], string>;

/** The ids of the kind that the field refers to. */
export const idsOfKind = (tenant: TestTenant, { referent }: RequestRef): TenantValue[] =>
  tenant.ids.filter(({ column }) => column === columnOf[referent]);

/** An id of each kind that requests can have; at night, all ids in the rows of the workspace. */
export const idsOfEachKind = ({ ids }: TestTenant): TenantValue[] =>
  isFull ? ids : ids.filter(({ column }) => columns.has(column));
const columns = new Set<string>(Object.values(columnOf));

/**
 * Sends the ids of the other workspace in one id field of an endpoint: of every kind in the first
 * sample that has the field, and of its own kind in the others. At night, of every kind in all samples.
 */
export async function tryForeignIds(
  service: TestService,
  endpoint: Endpoint,
  ref: RequestRef,
  ours: TestTenant,
  theirs: TestTenant,
): Promise<TenantFindings & { missing: ApiResponse[] }> {
  const own = recordCreator(service.owner, ours.id);
  const found = { tried: 0, leaks: [] as string[], missing: [] as ApiResponse[] };
  const send = sampleSender(service, endpoint, () => ours.callerFor(endpoint, roleFor(endpoint)));
  const samples = samplesWith(endpoint, ref);
  for (const [turn, sample] of samples.entries()) {
    const real = await withExistingIds(endpoint, sample, own);
    // The same unknown id for all values, since a repeated id is reported once.
    const madeUp = await unknownId(ref.referent);
    const missing = await send(await withIds(real, ref, async () => madeUp));
    found.missing.push(missing);
    for (const foreign of turn === 0 || isFull ? idsOfEachKind(theirs) : idsOfKind(theirs, ref)) {
      const answer = await send(await withIds(real, ref, async () => foreign.value));
      found.tried++;
      const field = describeField(endpoint, ref.path, foreign);
      if (answer.status !== 404) found.leaks.push(`${field}: status ${answer.status}`);
      if (maskedResponse(answer) !== maskedResponse(missing))
        found.leaks.push(`${field}: differs from an unknown id`);
      found.leaks.push(
        ...leaksIn(answer, theirs, foreign.value).map((text) => `${field}: ${text}`),
      );
    }
  }
  return found;
}

/** Each field gets one in this many texts. Indexed texts come more often, because rows can be found by them. */
const sampleEvery = { indexed: sizeForRun(16, 1), other: sizeForRun(64, 8) };

/** Sends a sample of the texts of the other workspace in every text field. Each field has its own workspace. */
export async function tryForeignTexts(
  service: TestService,
  endpoint: Endpoint,
  theirs: TestTenant,
  firstTurn: number,
): Promise<TenantFindings> {
  const findings: TenantFindings = { tried: 0, leaks: [] };
  for (const [n, { sample, path }] of textFields(endpoint).entries()) {
    const texts = theirs.texts.filter(({ isIndexed }, at) => {
      const every = isIndexed ? sampleEvery.indexed : sampleEvery.other;
      return at % every === (firstTurn + n) % every;
    });
    const ours = await service.workspace();
    const send = sampleSender(service, endpoint, () => ours.callerFor(endpoint, roleFor(endpoint)));
    const real = await withExistingIds(endpoint, sample, recordCreator(service.owner, ours.id));
    if (canDryRun(endpoint)) real.body['dryRun'] = true;
    // An address or a name can be used once, so that only the response to the first request differs.
    if (['postMailboxes', 'postSavedReplies', 'postViews'].includes(endpoint.id)) await send(real);
    for (const foreign of texts) {
      const madeUp = foreign.value.replaceAll(
        theirs.canary,
        theirs.canary.replace('canary', 'madeup'),
      );
      const answer = await send(withText(real, path, foreign.value));
      const unknown = await send(withText(real, path, madeUp));
      findings.tried++;
      const field = describeField(endpoint, path, foreign);
      // A text without the canary has no unknown counterpart, and may be part of an id by chance.
      if (
        madeUp !== foreign.value &&
        maskedResponse(answer, foreign.value) !== maskedResponse(unknown, madeUp)
      )
        findings.leaks.push(`${field}: differs from an unknown text`);
      findings.leaks.push(
        ...leaksIn(answer, theirs, foreign.value).map((text) => `${field}: ${text}`),
      );
    }
  }
  return findings;
}

/** The data of a workspace in a response, except for the value that the caller sent. */
export function leaksIn(
  { data, error, headers }: ApiResponse,
  tenant: TestTenant,
  sent = '',
): string[] {
  const text = JSON.stringify([data, error, [...headers]]).replaceAll(returnedText(sent), '');
  return [
    ...(text.includes(tenant.canary) ? ['shows a text of the workspace'] : []),
    ...tenant.ids
      .filter(({ value }) => text.includes(value))
      .map(({ column }) => `shows ${column}`),
  ];
}

/** A sent text as it appears in a response: trimmed, like every text of a request. */
const returnedText = (sent: string) => JSON.stringify(sent.trim()).slice(1, -1);

export const maskedResponse = ({ status, data, error }: ApiResponse, sent = ''): string =>
  JSON.stringify({ status, data, error })
    .replaceAll(sent === '' ? /(?!)/g : returnedText(sent), '<sent>')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replaceAll(/whsec_[A-Za-z0-9+/=]+|oc_a_\w+|#[\w-]{43}/g, '<secret>')
    .replaceAll(/"lastFour":"\w{4}"/g, '<last four>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');

function samplesWith(endpoint: Endpoint, ref: RequestRef): SampleRequest[] {
  const samples = sampleRequests(endpoint).filter((sample) => hasRef(sample, ref));
  if (samples.length === 0)
    throw new Error(`sample-requests.ts has no request with ${ref.path.join('.')}`);
  return samples.map((sample) => {
    const { ignoreMissing: _, ...body } = sample.body;
    return { ...sample, body };
  });
}

type Path = (string | number)[];

/** Every text field of the samples that is not an id, once per endpoint. */
export function textFields(endpoint: Endpoint): { sample: SampleRequest; path: Path }[] {
  const ids = new Set(refsOf(endpoint).map((ref) => [ref.in, ...ref.path].join('.')));
  const fields = new Map<string, { sample: SampleRequest; path: Path }>();
  for (const sample of sampleRequests(endpoint))
    for (const path of textsIn(sample)) {
      const name = path.map((step) => (typeof step === 'number' ? 0 : step)).join('.');
      if (!ids.has(name) && !fields.has(name)) fields.set(name, { sample, path });
    }
  return [...fields.values()];
}

function textsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    textsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function withText(sample: SampleRequest, path: Path, text: string): SampleRequest {
  const copy = structuredClone(sample);
  let holder = copy as unknown as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) holder = holder[step] as typeof holder;
  holder[path.at(-1)!] = text;
  return copy;
}
