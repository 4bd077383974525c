import { classifyMessage } from '../../src/core/receiving/classify-message.ts';
import type { MessageDecision, ParsedMessage } from '../../src/core/receiving/message.ts';
import { MessageParser } from '../../src/core/receiving/parse-message.ts';
import { type LanguagePhrases, readLanguages } from '../../src/core/receiving/phrase-languages.ts';
import { compilePhrases, type PhrasePatterns } from '../../src/core/receiving/phrase-patterns.ts';
import {
  absences,
  acknowledgements,
  declaredAbsences,
  invitationAnswers,
  invitationComments,
} from './absences.ts';
import { bounces, otherReports } from './bounces.ts';
import type { Case } from './build-message.ts';
import { noticesOfServers } from './notices.ts';
import { people as correspondents, unsubscribeRequests } from './people.ts';

export const people = [...correspondents, ...invitationComments];
export const away = [...absences, ...declaredAbsences];
export const machines = [
  ...bounces,
  ...noticesOfServers,
  ...otherReports,
  ...away,
  ...acknowledgements,
  ...invitationAnswers,
];
export const failures = [...bounces, ...noticesOfServers].filter(({ kind }) => kind === 'bounce');
export const corpus = [...machines, ...people, ...unsubscribeRequests];
export { unsubscribeRequests };

export const languages: readonly LanguagePhrases[] = readLanguages();
export const phrases = compilePhrases(languages);
const ours = { addresses: ['ann@outcrop.example'], subjects: ['A question'] };

export const decisionOf = (
  message: ParsedMessage,
  words: PhrasePatterns = phrases,
): MessageDecision => classifyMessage(message, ours, words);

/** Every message of the corpus, parsed in threads as in the service. */
export async function parsedCorpus(): Promise<Map<Case, ParsedMessage>> {
  const parser = new MessageParser();
  const { signal } = new AbortController();
  const messages = new Map<Case, ParsedMessage>();
  for (const each of corpus)
    messages.set(each, (await parser.parseRaw('', Buffer.from(each.raw), signal)).parsed);
  await parser.close();
  return messages;
}
