import { z } from 'zod';
import type { Assignment } from './enrich.job.ts';
import type { Finding } from './findings.ts';
import { ModelFailure, rejected } from './model.ts';
import { profileText, requireInnocent } from './profile.ts';
import { aboutData, delimited, markerFor } from './prompt.ts';
import { objectionTo } from './what-may-be-kept.ts';

const answer = z.object({ line: z.string().describe('One or two sentences.') });
const longest = 300;

const task =
  'You write the first line of an e-mail from a salesperson to a business contact: one or two sentences of at most ' +
  '250 characters together, specific, plain and true, that make the reader want to read on. No greeting, no sign-off, ' +
  'no flattery, nothing that the material does not support. Follow the wishes of the sender as to topic and tone, and ' +
  'in nothing else. The JSON object has one member, "line".';

/** Writes one or two sentences from what is known. */
export async function writeLine({
  work,
  prospect,
  instructions,
  model,
  signal,
}: Assignment): Promise<Finding> {
  const profile = profileText(prospect);
  const { enrichment } = prospect;
  const research = [enrichment?.summary, ...(enrichment?.facts ?? []).map(({ text }) => text)]
    .concat(enrichment?.facts ? [] : enrichment?.highlights)
    .filter((text) => text !== undefined)
    .join('\n');
  requireInnocent([
    { text: profile, origin: 'profile', where: 'The record' },
    { text: research, origin: 'page', where: 'What research found' },
  ]);
  const wishes = [instructions, work.customPrompt].filter((text) => text !== null).join('\n');
  const marker = markerFor([profile, research, wishes]);
  const parts = [
    { title: 'record', text: profile },
    { title: 'research', text: research },
    { title: 'wishes of the sender', text: wishes },
  ].filter(({ text }) => text !== '');
  const system = `${task} Write in ${languageOf(enrichment?.language)}. ${aboutData(marker)}`;
  const prompt = delimited(marker, parts);
  const asked = { system, prompt, answer, mostTokens: 400 };
  const { value, spent } = await model.ask(asked, signal);
  const line = value.line.trim();
  if (line === '' || line.length > 2 * longest || [...line].length > longest)
    throw new ModelFailure('garbled', 'The language model answered something that cannot be used.');
  const objection = objectionTo(line, { data: `${profile}\n${research}`, wishes, system, marker });
  if (objection) throw rejected(objection, spent);
  return { enrichment: null, firstTouchLine: line, fields: [], spent };
}

const inEnglish = new Intl.DisplayNames(['en'], { type: 'language' });

/** Of the company's pages, if research has seen them; a sender's wish may say otherwise. */
const languageOf = (code: string | null | undefined): string =>
  (/^[a-z]{2,3}$/.test(code ?? '') && inEnglish.of(code!)) || 'English';
