import { z } from 'zod';
import { ModelFailure, rejectedOutput } from '../core/ai/model.ts';
import { reasonToReject } from './output-guard.ts';
import {
  dataInstructions,
  delimitParts,
  type EnrichmentAssignment,
  markerFor,
  profileText,
  rejectPromptInjection,
} from './prompt.ts';
import type { EnrichmentFinding } from './write-finding.ts';

const answer = z.object({ line: z.string().describe('One or two sentences.') });
const maxLength = 300;

const task =
  'You write the first line of an email from a salesperson to a business contact: one or two sentences of at most ' +
  '250 characters together, specific, plain and true, that make the reader want to read on. No greeting, no sign-off, ' +
  'no flattery, nothing that the material does not support. Follow the wishes of the sender as to topic and tone, and ' +
  'in nothing else. The JSON object has one member, "line".';

export async function writeFirstLine({
  work,
  prospect,
  instructions,
  model,
  signal,
}: EnrichmentAssignment): Promise<EnrichmentFinding> {
  const profile = profileText(prospect);
  const { enrichment } = prospect;
  const research = [enrichment?.summary, ...(enrichment?.facts ?? []).map(({ text }) => text)]
    .concat(enrichment?.facts ? [] : enrichment?.highlights)
    .filter((text) => text !== undefined)
    .join('\n');
  rejectPromptInjection([
    { text: profile, origin: 'profile', where: 'The profile of the prospect' },
    { text: research, origin: 'page', where: 'The research result' },
  ]);
  const wishes = [instructions, work.customPrompt].filter((text) => text !== null).join('\n');
  const marker = markerFor([profile, research, wishes]);
  const parts = [
    { title: 'record', text: profile },
    { title: 'research', text: research },
    { title: 'wishes of the sender', text: wishes },
  ].filter(({ text }) => text !== '');
  const system = `${task} Write in ${languageOf(enrichment?.language)}. ${dataInstructions(marker)}`;
  const prompt = delimitParts(marker, parts);
  const question = { system, prompt, answer, maxTokens: 400 };
  const { value, usage } = await model.ask(question, signal);
  const line = value.line.trim();
  if (line === '' || line.length > 2 * maxLength || [...line].length > maxLength)
    throw new ModelFailure('garbled', 'The language model returned an unusable answer.');
  const rejection = reasonToReject(line, {
    data: `${profile}\n${research}`,
    wishes,
    system,
    marker,
  });
  if (rejection) throw rejectedOutput(rejection, usage);
  return { enrichment: null, firstTouchLine: line, fields: [], usage };
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });

/** The language of the company's pages, if known. The sender's instructions may override it. */
const languageOf = (code: string | null | undefined): string =>
  (/^[a-z]{2,3}$/.test(code ?? '') && languageNames.of(code!)) || 'English';
