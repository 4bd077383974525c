import { classifyMessage } from '../../src/core/receiving/classify-message.ts';
import type { MessageDecision, ParsedMessage } from '../../src/core/receiving/message.ts';
import { MessageParser } from '../../src/core/receiving/parse-message.ts';
import { type LanguagePhrases, readLanguages } from '../../src/core/receiving/phrase-languages.ts';
import { compilePhrases, type PhrasePatterns } from '../../src/core/receiving/phrase-patterns.ts';
import {
  absenceCases,
  acknowledgementCases,
  declaredAbsenceCases,
  invitationAnswerCases,
  invitationCommentCases,
} from './absence-cases.ts';
import { bounceCases, otherReportCases } from './bounce-cases.ts';
import type { MessageCase } from './build-message.ts';
import { serverNoticeCases } from './notice-cases.ts';
import { personalCases, unsubscribeCases } from './personal-cases.ts';

export const humanCases = [...personalCases, ...invitationCommentCases];
export const awayCases = [...absenceCases, ...declaredAbsenceCases];
export const programCases = [
  ...bounceCases,
  ...serverNoticeCases,
  ...otherReportCases,
  ...awayCases,
  ...acknowledgementCases,
  ...invitationAnswerCases,
];
export const failedDeliveryCases = [...bounceCases, ...serverNoticeCases].filter(
  ({ kind }) => kind === 'bounce',
);
export const messageCorpus = [...programCases, ...humanCases, ...unsubscribeCases];
export { unsubscribeCases };

export const corpusLanguages: readonly LanguagePhrases[] = readLanguages();
export const corpusPhrases = compilePhrases(corpusLanguages);
const ownEmail = { addresses: ['ann@outcrop.example'], subjects: ['A question'] };

export const decisionOf = (
  message: ParsedMessage,
  words: PhrasePatterns = corpusPhrases,
): MessageDecision => classifyMessage(message, ownEmail, words);

/** Every message of the corpus, parsed in threads as in the service. */
export async function parsedCorpus(): Promise<Map<MessageCase, ParsedMessage>> {
  const parser = new MessageParser();
  const { signal } = new AbortController();
  const messages = new Map<MessageCase, ParsedMessage>();
  for (const each of messageCorpus)
    messages.set(each, (await parser.parseRaw('', Buffer.from(each.raw), signal)).parsed);
  await parser.close();
  return messages;
}
