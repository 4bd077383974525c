import { scheduler } from 'node:timers/promises';
import { aboutWhat, confidences, type Prospect } from '@outcrop/contract';
import { z } from 'zod';
import type { Egress } from '../platform/egress/egress.ts';
import { companySite } from './company-site.ts';
import type { Assignment } from './enrich.job.ts';
import type { Filling, Finding } from './findings.ts';
import { ModelFailure, NothingUseful, rejected, type Spent } from './model.ts';
import { plain } from './plain-form.ts';
import { profileText, requireInnocent, speaksToModels } from './profile.ts';
import { aboutData, delimited, markerFor } from './prompt.ts';
import type { Readers } from './readers.ts';
import { type Page, readSite } from './site.ts';
import { objectionTo } from './what-may-be-kept.ts';

const source = z.int().min(0).describe('The number of the page it stands on; 0 is the record.');

const answer = z.object({
  summary: z
    .string()
    .describe('Two sentences: what the company does, and who this person is there.'),
  facts: z
    .array(
      z.object({
        about: z.enum(aboutWhat),
        text: z.string(),
        source,
        confidence: z.enum(confidences),
      }),
    )
    .describe('At most one for each kind, and three talking points.'),
  fields: z
    .array(
      z.object({
        field: z.enum(['title', 'locationName']),
        value: z.string().describe('Exactly as it stands on the page.'),
        source: z.int().min(1),
      }),
    )
    .describe('Blank fields of the record that a page states about this very person.'),
});
type Answer = z.output<typeof answer>;

const task =
  'You research a business contact for a salesperson. From the record and the pages of the company, find what the ' +
  'company does, its industry, hints at its size, its location, the likely role of the person and their priorities, ' +
  'and three talking points that are specific and true. Say for each on which page it stands and how sure you are. ' +
  'Leave out what the material does not support. Write in English. ' +
  'The JSON object has "summary" (text), "facts" (a list of objects with "about", "text", "source", "confidence") and ' +
  '"fields" (a list of objects with "field", "value", "source").';

const longest = { summary: 600, fact: 300, value: 120 };

/** Learns what the company's own pages tell, and what that means for this person. */
export const research =
  (egress: Egress, readers: Readers) =>
  async ({ workspaceId, prospect, model, signal }: Assignment): Promise<Finding> => {
    const site = companySite(prospect);
    const reader = { egress, readers, workspaceId };
    const pages = site ? await readSite(reader, site.home, signal) : [];
    // Jobs that go on at the same moment each get a turn of the event loop.
    await scheduler.yield();
    const profile = profileText(prospect);
    if (pages.length === 0 && prospect.title === null && prospect.companyName === null)
      throw new NothingUseful(
        site ? 'website_unreadable' : 'nothing_known',
        site
          ? 'The company’s website could not be read, and the record names neither a title nor a company.'
          : 'The record names neither a website, nor a company, nor a title.',
      );
    requireInnocent([{ text: profile, origin: 'profile', where: 'The record' }]);
    const hostile = pages.find(({ hasInstruction }) => hasInstruction);
    if (hostile) throw speaksToModels(`The page ${hostile.url}`);

    const marker = markerFor([profile, ...pages.map(({ text }) => text)]);
    const parts = [
      { title: 'record 0', text: profile },
      ...pages.map(({ title, text }, number) => ({
        title: `page ${number + 1}`,
        text: `${title}\n${text}`,
      })),
    ];
    const system = `${task} ${aboutData(marker)}`;
    const asked = { system, prompt: delimited(marker, parts), answer, mostTokens: 1_500 };
    const { value, spent } = await model.ask(asked, signal);
    await scheduler.yield();
    const data = parts.map(({ text }) => text).join('\n');
    requireKeepable(value, pages, { data, wishes: '', system, marker }, spent);
    return {
      enrichment: {
        summary: value.summary,
        highlights: value.facts.flatMap(({ about, text }) =>
          about === 'talking_point' ? [text] : [],
        ),
        facts: value.facts.map((fact) => ({
          ...fact,
          source: pages[fact.source - 1]?.url ?? null,
        })),
        pages: pages.map(({ url }) => url),
        language: pages[0]?.language ?? null,
      },
      firstTouchLine: null,
      fields: [...supported(value, prospect, pages), ...websiteFrom(pages, site)],
      spent,
    };
  };

function requireKeepable(
  { summary, facts, fields }: Answer,
  pages: Page[],
  given: Parameters<typeof objectionTo>[1],
  spent: Spent,
): void {
  const sources = [...facts, ...fields].map((each) => each.source);
  const tooLong =
    summary.length > longest.summary ||
    facts.some(({ text }) => text.length > longest.fact) ||
    fields.some(({ value }) => value.length > longest.value);
  if (
    summary.trim() === '' ||
    facts.length > 12 ||
    fields.length > 6 ||
    tooLong ||
    sources.some((n) => n > pages.length)
  )
    throw new ModelFailure('garbled', 'The language model answered something that cannot be used.');
  const texts = [summary, ...facts.map(({ text }) => text), ...fields.map(({ value }) => value)];
  const objection = texts.map((text) => objectionTo(text, given)).find((each) => each);
  if (objection) throw rejected(objection, spent);
}

/** A field is filled only where its page says so in these words, on a page that names the person. */
const supported = ({ fields }: Answer, prospect: Prospect, pages: Page[]): Filling[] =>
  fields.flatMap(({ field, value, source }) => {
    const page = pages[source - 1]!;
    const text = plain(page.text);
    const isThere = value.trim() !== '' && text.includes(plain(value).trim());
    const isAboutThem = prospect.fullName !== null && text.includes(plain(prospect.fullName));
    return isThere && isAboutThem ? [{ field, value: value.trim(), source: page.url }] : [];
  });

/** A site that was found by the e-mail address, and is there. */
const websiteFrom = (pages: Page[], site: ReturnType<typeof companySite>): Filling[] =>
  site && !site.isKnown && pages[0]
    ? [{ field: 'website', value: new URL(pages[0].url).origin, source: pages[0].url }]
    : [];
