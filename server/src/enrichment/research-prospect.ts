import { scheduler } from 'node:timers/promises';
import { enrichmentConfidences, factTopics, type Prospect } from '@outcrop/contract';
import { getDomain, parse } from 'tldts';
import { z } from 'zod';
import { ModelFailure, type ModelUsage, NoUsableResult, rejectedOutput } from '../core/ai/model.ts';
import type { ProspectRecord } from '../core/search/prospect-records.sql.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { normalizeText } from './normalize-text.ts';
import { reasonToReject } from './output-guard.ts';
import type { PageReaders } from './page-readers.ts';
import {
  dataInstructions,
  delimitParts,
  type EnrichmentAssignment,
  markerFor,
  profileText,
  promptInjectionFound,
  rejectPromptInjection,
} from './prompt.ts';
import { readSite, type SitePage } from './read-site.ts';
import type { EnrichmentFinding, FilledField } from './write-finding.ts';

const source = z.int().min(0).describe('The number of the page it stands on; 0 is the record.');

const answer = z.object({
  summary: z
    .string()
    .describe('Two sentences: what the company does, and who this person is there.'),
  facts: z
    .array(
      z.object({
        about: z.enum(factTopics),
        text: z.string(),
        source,
        confidence: z.enum(enrichmentConfidences),
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

const maxLength = { summary: 600, fact: 300, value: 120 };

export const researchProspect =
  (egress: Egress, readers: PageReaders) =>
  async ({
    workspaceId,
    prospect,
    model,
    signal,
  }: EnrichmentAssignment): Promise<EnrichmentFinding> => {
    const site = companySite(prospect);
    const reader = { egress, readers, workspaceId };
    const pages = site ? await readSite(reader, site.home, signal) : [];
    // Gives parallel jobs a turn of the event loop.
    await scheduler.yield();
    const profile = profileText(prospect);
    if (pages.length === 0 && prospect.title === null && prospect.companyName === null)
      throw new NoUsableResult(
        site ? 'website_unreadable' : 'nothing_known',
        site
          ? 'The company’s website could not be read, and the prospect has no title or company.'
          : 'The prospect has no website, company or title.',
      );
    rejectPromptInjection([
      { text: profile, origin: 'profile', where: 'The profile of the prospect' },
    ]);
    const hostile = pages.find(({ hasInstruction }) => hasInstruction);
    if (hostile) throw promptInjectionFound(`The page ${hostile.url}`);

    const marker = markerFor([profile, ...pages.map(({ text }) => text)]);
    const parts = [
      { title: 'record 0', text: profile },
      ...pages.map(({ title, text }, number) => ({
        title: `page ${number + 1}`,
        text: `${title}\n${text}`,
      })),
    ];
    const system = `${task} ${dataInstructions(marker)}`;
    const question = { system, prompt: delimitParts(marker, parts), answer, maxTokens: 1_500 };
    const { value, usage } = await model.ask(question, signal);
    await scheduler.yield();
    const data = parts.map(({ text }) => text).join('\n');
    requireValidAnswer(value, pages, { data, wishes: '', system, marker }, usage);
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
      fields: [...supportedFields(value, prospect, pages), ...websiteFrom(pages, site)],
      usage,
    };
  };

function requireValidAnswer(
  { summary, facts, fields }: Answer,
  pages: SitePage[],
  guardContext: Parameters<typeof reasonToReject>[1],
  usage: ModelUsage,
): void {
  const sources = [...facts, ...fields].map((each) => each.source);
  const tooLong =
    summary.length > maxLength.summary ||
    facts.some(({ text }) => text.length > maxLength.fact) ||
    fields.some(({ value }) => value.length > maxLength.value);
  if (
    summary.trim() === '' ||
    facts.length > 12 ||
    fields.length > 6 ||
    tooLong ||
    sources.some((n) => n > pages.length)
  )
    throw new ModelFailure('garbled', 'The language model returned an unusable answer.');
  const texts = [summary, ...facts.map(({ text }) => text), ...fields.map(({ value }) => value)];
  const rejection = texts.map((text) => reasonToReject(text, guardContext)).find((each) => each);
  if (rejection) throw rejectedOutput(rejection, usage);
}

/** A field is filled only if its page contains the value and the name of the person. */
const supportedFields = (
  { fields }: Answer,
  prospect: ProspectRecord,
  pages: SitePage[],
): FilledField[] =>
  fields.flatMap(({ field, value, source }) => {
    const page = pages[source - 1]!;
    const text = normalizeText(page.text);
    const isOnPage = value.trim() !== '' && text.includes(normalizeText(value).trim());
    const namesPerson =
      prospect.fullName !== null && text.includes(normalizeText(prospect.fullName));
    return isOnPage && namesPerson ? [{ field, value: value.trim(), source: page.url }] : [];
  });

/** A website derived from the email address, if it could be read. */
const websiteFrom = (pages: SitePage[], site: ReturnType<typeof companySite>): FilledField[] =>
  site && !site.isGiven && pages[0]
    ? [{ field: 'website', value: new URL(pages[0].url).origin, source: pages[0].url }]
    : [];

/** Public mail providers: their domain is not a company website. */
const publicMailDomains = new Set(
  (
    'gmail.com googlemail.com yahoo.com ymail.com rocketmail.com hotmail.com outlook.com live.com msn.com ' +
    'icloud.com me.com mac.com aol.com proton.me protonmail.com pm.me gmx.com gmx.de gmx.net gmx.at gmx.ch web.de ' +
    't-online.de freenet.de posteo.de mailbox.org fastmail.com hey.com zoho.com mail.com email.com yandex.com yandex.ru ' +
    'mail.ru bk.ru list.ru inbox.ru rambler.ru qq.com 163.com 126.com sina.com foxmail.com naver.com daum.net hanmail.net ' +
    'orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it alice.it tiscali.it terra.com.br uol.com.br bol.com.br ' +
    'seznam.cz wp.pl o2.pl onet.pl interia.pl btinternet.com sky.com virginmedia.com comcast.net verizon.net att.net cox.net ' +
    'rediffmail.com tutanota.com tuta.io duck.com bluewin.ch hispeed.ch telenet.be skynet.be ziggo.nl kpnmail.nl'
  ).split(' '),
);

const notCompanySites =
  /(?:^|\.)(?:linkedin|facebook|instagram|twitter|x|youtube|tiktok|medium|github|xing)\.com$/;

/** The likely company website, and whether it was given or derived from the email address. */
function companySite({
  website,
  email,
}: Pick<Prospect, 'website' | 'email'>): { home: URL; isGiven: boolean } | null {
  const ownWebsite = website === null ? null : homePageOf(website);
  if (ownWebsite) return { home: ownWebsite, isGiven: true };
  const host = email?.split('@').at(-1)?.toLowerCase();
  if (!host || isPublicMailDomain(host)) return null;
  const home = homePageOf(host);
  return home && { home, isGiven: false };
}

const isPublicMailDomain = (host: string): boolean =>
  publicMailDomains.has(host) ||
  publicMailDomains.has(getDomain(host) ?? host) ||
  /^yahoo\./.test(getDomain(host) ?? '');

function homePageOf(text: string): URL | null {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const { isIp, domain } = parse(url.hostname);
  if (
    (!isIp && domain === null && url.hostname !== 'localhost') ||
    notCompanySites.test(url.hostname)
  )
    return null;
  return new URL('/', url);
}
