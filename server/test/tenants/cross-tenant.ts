import { canDryRun, type Endpoint, type Ref, refsOf } from '@outcrop/contract';
import type { ApiResponse } from '../call.ts';
import { sampleSender } from '../error-triggers.ts';
import { inParallel } from '../in-parallel.ts';
import { roleFor } from '../prepared-requests.ts';
import { recordCreator, unknownId } from '../record-creator.ts';
import {
  hasRef,
  type SampleRequest,
  sampleRequests,
  withExistingIds,
  withIds,
} from '../sample-requests.ts';
import type { TestService } from '../service.ts';
import { sized } from '../size.ts';
import type { Tenant, TenantValue } from './tenant.ts';

export interface Findings {
  /** The number of foreign values that were tried. */
  tried: number;
  leaks: string[];
}

const describeField = (
  endpoint: Endpoint,
  path: readonly (string | number)[],
  { column }: TenantValue,
) => `${endpoint.method} ${endpoint.path} ${path.join('.')} = ${column}`;

/** Sends every id of the other workspace in every id field. */
export async function tryForeignIds(
  service: TestService,
  endpoints: readonly Endpoint[],
  ours: Tenant,
  theirs: Tenant,
): Promise<Findings> {
  const own = recordCreator(service.owner, ours.id);
  const findings: Findings = { tried: 0, leaks: [] };
  const fields = endpoints.flatMap((endpoint) => {
    const send = sampleSender(service, endpoint, () => ours.callerFor(endpoint, roleFor(endpoint)));
    return idFields(endpoint).map((field) => ({ endpoint, send, ...field }));
  });
  await inParallel(fields, async ({ endpoint, send, ref, sample }) => {
    const real = await withExistingIds(endpoint, sample, own);
    // The same unknown id for all values, since a repeated id is reported once.
    const madeUp = await unknownId(ref.referent);
    const missing = await send(await withIds(real, ref, async () => madeUp));
    for (const foreign of theirs.ids) {
      const answer = await send(await withIds(real, ref, async () => foreign.value));
      findings.tried++;
      const field = describeField(endpoint, ref.path, foreign);
      if (answer.status !== 404) findings.leaks.push(`${field}: status ${answer.status}`);
      if (masked(answer) !== masked(missing))
        findings.leaks.push(`${field}: differs from an unknown id`);
      findings.leaks.push(
        ...leaksIn(answer, theirs, foreign.value).map((text) => `${field}: ${text}`),
      );
    }
  });
  return findings;
}

/** Each field gets one in this many texts. Rows could be found by the indexed ones. */
const sampleEvery = { indexed: sized(4, 1), other: sized(32, 8) };

/** Sends a sample of the texts of the other workspace in every text field. Each field has its own workspace. */
export async function tryForeignTexts(
  service: TestService,
  endpoints: readonly Endpoint[],
  theirs: Tenant,
): Promise<Findings> {
  const findings: Findings = { tried: 0, leaks: [] };
  const fields = endpoints
    .flatMap((endpoint) => textFields(endpoint).map((field) => ({ endpoint, ...field })))
    .map((field, turn) => ({ turn, ...field }));
  await inParallel(fields, async ({ turn, endpoint, sample, path }) => {
    const texts = theirs.texts.filter(({ isIndexed }, at) => {
      const every = isIndexed ? sampleEvery.indexed : sampleEvery.other;
      return at % every === turn % every;
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
      if (madeUp !== foreign.value && masked(answer, foreign.value) !== masked(unknown, madeUp))
        findings.leaks.push(`${field}: differs from an unknown text`);
      findings.leaks.push(
        ...leaksIn(answer, theirs, foreign.value).map((text) => `${field}: ${text}`),
      );
    }
  });
  return findings;
}

/** The data of a workspace in a response, except for the value that the caller sent. */
export function leaksIn(
  { data, error, headers }: ApiResponse,
  tenant: Tenant,
  sent = '',
): string[] {
  const text = JSON.stringify([data, error, [...headers]]).replaceAll(asReturned(sent), '');
  return [
    ...(text.includes(tenant.canary) ? ['shows a text of the workspace'] : []),
    ...tenant.ids
      .filter(({ value }) => text.includes(value))
      .map(({ column }) => `shows ${column}`),
  ];
}

/** A sent text as it appears in a response: trimmed, like every text of a request. */
const asReturned = (sent: string) => JSON.stringify(sent.trim()).slice(1, -1);

const masked = ({ status, data, error }: ApiResponse, sent = ''): string =>
  JSON.stringify({ status, data, error })
    .replaceAll(sent === '' ? /(?!)/g : asReturned(sent), '<sent>')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replaceAll(/whsec_[A-Za-z0-9+/=]+|oc_a_\w+|#[\w-]{43}/g, '<secret>')
    .replaceAll(/"lastFour":"\w{4}"/g, '<last four>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');

function idFields(endpoint: Endpoint): { ref: Ref; sample: SampleRequest }[] {
  return refsOf(endpoint).flatMap((ref) => {
    const samples = sampleRequests(endpoint).filter((sample) => hasRef(sample, ref));
    if (samples.length === 0)
      throw new Error(`sample-requests.ts has no request with ${ref.path.join('.')}`);
    return samples.map((sample) => {
      const { ignoreMissing: _, ...body } = sample.body;
      return { ref, sample: { ...sample, body } };
    });
  });
}

type Path = (string | number)[];

/** Every text field of the samples that is not an id, once per endpoint. */
function textFields(endpoint: Endpoint): { sample: SampleRequest; path: Path }[] {
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
