import { canDryRun, type Endpoint, type Ref, refsOf } from '@outcrop/contract';
import type { Answer } from '../call.ts';
import { sender } from '../provocations.ts';
import { nothing, recordsIn } from '../records.ts';
import { roleFor } from '../rehearsals.ts';
import { hasRef, type Sample, samplesOf, withIds, withRecords } from '../samples.ts';
import type { TestService } from '../service.ts';
import type { Tenant, Value } from './tenant.ts';

export interface Findings {
  /** How many foreign values were tried. */
  tried: number;
  /** What should not have been possible. */
  leaks: string[];
}

const nameOf = (line: Endpoint, path: readonly (string | number)[], { column }: Value) =>
  `${line.method} ${line.path} ${path.join('.')} = ${column}`;

/** Every place for an id, with every id of the other workspace in it. */
export async function tryForeignIds(
  service: TestService,
  lines: readonly Endpoint[],
  ours: Tenant,
  theirs: Tenant,
): Promise<Findings> {
  const own = recordsIn(service.owner, ours.id);
  const findings: Findings = { tried: 0, leaks: [] };
  for (const line of lines) {
    const send = sender(service, line, () => ours.callerOf(line, roleFor(line)));
    for (const { ref, sample } of placesForIds(line)) {
      const real = await withRecords(line, sample, own);
      // One for all, like the foreign one: an id that is sent twice is told once.
      const madeUp = await nothing(ref.referent);
      const missing = await send(await withIds(real, ref, async () => madeUp));
      for (const foreign of theirs.ids) {
        const answer = await send(await withIds(real, ref, async () => foreign.value));
        findings.tried++;
        const place = nameOf(line, ref.path, foreign);
        if (answer.status !== 404) findings.leaks.push(`${place}: status ${answer.status}`);
        if (masked(answer) !== masked(missing))
          findings.leaks.push(`${place}: not like a made-up id`);
        findings.leaks.push(
          ...traces(answer, theirs, foreign.value).map((told) => `${place}: ${told}`),
        );
      }
    }
  }
  return findings;
}

/** Of the texts by which nothing is looked up, each place is tried with one in so many, in turn. */
const onlyEvery = 8;

/**
 * Every other place for a text, with the texts of the other workspace in it: all those by which
 * something could be found, and some of the rest. What is kept is kept in a workspace that only
 * this place is tried in.
 */
export async function tryForeignTexts(
  service: TestService,
  lines: readonly Endpoint[],
  theirs: Tenant,
): Promise<Findings> {
  const findings: Findings = { tried: 0, leaks: [] };
  let places = 0;
  for (const line of lines) {
    for (const { sample, path } of placesForTexts(line)) {
      const turn = places++;
      const texts = theirs.texts.filter(
        ({ isLookedUp }, at) => isLookedUp || at % onlyEvery === turn % onlyEvery,
      );
      const ours = await service.workspace();
      const send = sender(service, line, () => ours.callerOf(line, roleFor(line)));
      const real = await withRecords(line, sample, recordsIn(service.owner, ours.id));
      if (canDryRun(line)) real.body['dryRun'] = true;
      for (const foreign of texts) {
        const madeUp = foreign.value.replaceAll(
          theirs.mark,
          theirs.mark.replace('canary', 'madeup'),
        );
        const answer = await send(withText(real, path, foreign.value));
        const unknown = await send(withText(real, path, madeUp));
        findings.tried++;
        const place = nameOf(line, path, foreign);
        // A text without the mark has no made-up one, and may stand in an id by chance.
        if (madeUp !== foreign.value && masked(answer, foreign.value) !== masked(unknown, madeUp))
          findings.leaks.push(`${place}: not like a made-up text`);
        findings.leaks.push(
          ...traces(answer, theirs, foreign.value).map((told) => `${place}: ${told}`),
        );
      }
    }
  }
  return findings;
}

/** What an answer shows of a workspace, besides the value that the caller sent. */
export function traces({ data, error, headers }: Answer, tenant: Tenant, sent = ''): string[] {
  const told = JSON.stringify([data, error, [...headers]]).replaceAll(asTold(sent), '');
  return [
    ...(told.includes(tenant.mark) ? ['shows a text of the workspace'] : []),
    ...tenant.ids
      .filter(({ value }) => told.includes(value))
      .map(({ column }) => `shows ${column}`),
  ];
}

/** A text that was sent as it stands in an answer: trimmed, like every text of a request. */
const asTold = (sent: string) => JSON.stringify(sent.trim()).slice(1, -1);

const masked = ({ status, data, error }: Answer, sent = ''): string =>
  JSON.stringify({ status, data, error })
    .replaceAll(sent === '' ? /(?!)/g : asTold(sent), '<sent>')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replaceAll(/whsec_[A-Za-z0-9+/=]+|oc_a_\w+|#[\w-]{43}/g, '<secret>')
    .replaceAll(/"lastFour":"\w{4}"/g, '<last four>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');

function placesForIds(line: Endpoint): { ref: Ref; sample: Sample }[] {
  return refsOf(line).flatMap((ref) => {
    const samples = samplesOf(line).filter((sample) => hasRef(sample, ref));
    if (samples.length === 0)
      throw new Error(`samples.ts has no request with ${ref.path.join('.')}`);
    return samples.map((sample) => {
      const { ignoreMissing: _, ...body } = sample.body;
      return { ref, sample: { ...sample, body } };
    });
  });
}

type Path = (string | number)[];

/** Each text of a sample that is no id, once for the line. */
function placesForTexts(line: Endpoint): { sample: Sample; path: Path }[] {
  const ids = new Set(refsOf(line).map((ref) => [ref.in, ...ref.path].join('.')));
  const places = new Map<string, { sample: Sample; path: Path }>();
  for (const sample of samplesOf(line))
    for (const path of textsIn(sample)) {
      const name = path.map((step) => (typeof step === 'number' ? 0 : step)).join('.');
      if (!ids.has(name) && !places.has(name)) places.set(name, { sample, path });
    }
  return [...places.values()];
}

function textsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    textsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function withText(sample: Sample, path: Path, text: string): Sample {
  const copy = structuredClone(sample);
  let holder = copy as unknown as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) holder = holder[step] as typeof holder;
  holder[path.at(-1)!] = text;
  return copy;
}
