import { readdirSync, readFileSync } from 'node:fs';

/**
 * The purposes of the rows of a language. A row is a part of a regular expression in lower case. Its
 * groups do not capture, and every repetition has a limit.
 */
export const phraseCategories = [
  // Absences: the start of a subject, of an absence or of any program's answer, and texts.
  ...(['awaySubjects', 'autoSubjects', 'awayTexts'] as const),
  // Words next to a date: the person is back, or is away until then.
  ...(['backBefore', 'backAfter', 'untilInclusive', 'until', 'untilAfter'] as const),
  // Words of a text that a program wrote, and of a person who forwards such a text.
  ...(['declarations', 'openings', 'comments', 'left'] as const),
  // Programs that confirm a receipt, or ask the sender for a confirmation.
  ...(['acknowledgedSubjects', 'acknowledgedTexts', 'challengeSubjects'] as const),
  ...(['proofs', 'personal', 'automaticSenders'] as const),
  // Requests to get no more emails, and words that may come with them.
  ...(['requests', 'besides', 'polite', 'greetings', 'closings', 'joins'] as const),
  ...(['pleases', 'listNouns', 'endings', 'contrasts', 'replacements'] as const),
  ...(['interests', 'dataRequests'] as const),
  // Notices of mail servers.
  ...(['mailerNames', 'operatorNames', 'mailerTitles', 'noticeSubjects'] as const),
  ...(['delaySubjects', 'introductions', 'delayTexts'] as const),
  ...(['returnedStarts', 'letterStarts'] as const),
  // Answers of servers: the address or its domain does not exist, or another reason.
  ...(['userNouns', 'userBetween', 'userSaid', 'userAttributes', 'userPhrases'] as const),
  ...(['hostNouns', 'hostBetween', 'hostSaid', 'hostAttributes', 'hostPhrases'] as const),
  ...(['perhapsUnknown', 'weakReasons', 'guesses', 'full', 'size'] as const),
  ...(['spam', 'blocked', 'sender', 'authentication', 'relay', 'rate', 'temporary'] as const),
] as const;

export type PhraseCategory = (typeof phraseCategories)[number];

/** The words of one language. Its file is named after its locale. */
export type LanguagePhrases = Partial<Record<PhraseCategory, string[]>> & {
  locale: string;
  /** Its words may follow others without a space. */
  isUnspaced?: boolean;
  /** Forms of the months next to a day, from January, that `Intl` does not know. */
  months?: string[];
  /** Lists of alternatives. A row inserts one by its name, such as "{me}". */
  slots?: Record<string, string[]>;
};

const languagesFolder = new URL('./languages/', import.meta.url);

/** All languages. `any.json` has names and words that belong to none. */
export const readLanguages = (directory = languagesFolder): LanguagePhrases[] =>
  readdirSync(directory)
    .sort()
    .map((file) => ({
      locale: file.replace('.json', ''),
      ...JSON.parse(readFileSync(new URL(file, directory), 'utf8')),
    }));
