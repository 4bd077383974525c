import { normalForm } from '@outcrop/contract/identity';
import type { LanguagePhrases, PhraseCategory } from './phrase-languages.ts';

const notLetterBefore = String.raw`(?<![\p{L}])`;
const notLetter = String.raw`(?![\p{L}])`;
const notWordBefore = String.raw`(?<![\p{L}\p{N}])`;
const notWord = String.raw`(?![\p{L}\p{N}])`;
/** Matches nothing. Used if no language has a row. */
const neverMatches = '(?:(?!))';

/** Makes the groups of a row non-capturing. */
const rowSource = (row: string) => row.replaceAll(/(?<!\\)\((?!\?)/g, '(?:');
const anyOfRows = (rows: readonly string[]) =>
  rows.length === 0 ? neverMatches : `(?:${rows.map(rowSource).join('|')})`;

/** Replaces slots such as "{me}" by the alternatives of the language. A slot may contain others. */
function fillSlots(row: string, slots: Record<string, string[]>, depth = 0): string {
  return row.replaceAll(/\{([a-z]+)\}/g, (_, name: string) =>
    depth > 3 ? '' : fillSlots(anyOfRows(slots[name] ?? []), slots, depth + 1),
  );
}

/** The longest row comes first, so that "thanks" does not match before "thanks a lot". */
const byDescendingLength = (rows: readonly string[]) =>
  rows.toSorted((a, b) => b.length - a.length);

/** Compiles the rows of all languages into regular expressions. Each expression takes linear time. */
export function compilePhrases(
  languages: readonly LanguagePhrases[],
  months: ReadonlyMap<string, number> = monthsOf(languages),
) {
  const rows = (category: PhraseCategory) =>
    languages.flatMap(({ slots = {}, [category]: own = [] }) =>
      own.map((row) => fillSlots(row, slots)),
    );
  const all = (category: PhraseCategory) => anyOfRows(rows(category));
  /** In a language without spaces, a word may directly follow another. */
  const spaced = (category: PhraseCategory, after = '') =>
    languages
      .filter(({ [category]: own = [] }) => own.length > 0)
      .map(({ isUnspaced, [category]: own = [] }) =>
        isUnspaced ? anyOfRows(own) : notLetterBefore + anyOfRows(own) + after,
      )
      .join('|') || neverMatches;
  const words = (category: PhraseCategory) =>
    new RegExp(`${notWordBefore}${all(category)}${notWord}`, 'u');
  const anywhere = (category: PhraseCategory) => new RegExp(all(category), 'iu');
  const whole = (category: PhraseCategory) => new RegExp(`^${all(category)}$`, 'u');
  const wholeName = (category: PhraseCategory) => new RegExp(`^${all(category)}$`, 'iu');
  const answer = (category: PhraseCategory) =>
    new RegExp(
      rows(category)
        .map((row) => notWordBefore + anyOfRows([row]))
        .join('|') || neverMatches,
      'u',
    );

  const subject = String.raw`^(?:\[[^\]\n]{1,30}\]|【[^】\n]{1,30}】)?\W{0,3}`;
  const noticeSubject = String.raw`^\s*(?:[^\p{L}\s]{0,3}(?:spam|external|extern|suspected spam)[^\p{L}\s]{1,4}\s*)?[^\p{L}\p{N}\s]{0,3}\s*`;
  const afterSubject = String.raw`(?=\s*(?:$|[:：!.,;|/()\[\]（】」~–—-]|re\s*[:：]))`;
  const monthPattern = [...months.keys()]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(/[.]/g, String.raw`\.`))
    .join('|');
  return {
    // Absences
    awaySubject: new RegExp(subject + all('awaySubjects') + afterSubject, 'iu'),
    autoSubject: new RegExp(subject + all('autoSubjects') + afterSubject, 'iu'),
    markedSubject: new RegExp(
      `${subject}${anyOfRows([...rows('awaySubjects'), ...rows('autoSubjects')])}[^:：\\n]{0,40}[:：]`,
      'iu',
    ),
    awayText: new RegExp(spaced('awayTexts'), 'iu'),
    ...datePhrases(spaced, rows, monthPattern),
    months,
    monthPattern,
    // Programs
    declaration: new RegExp(
      String.raw`(?:^|[.!。！)*]|\n)[\s*("'_-]{0,12}${all('declarations')}`,
      'iu',
    ),
    opening: anywhere('openings'),
    comment: new RegExp(String.raw`[?？]|\b${all('comments')}\b`, 'iu'),
    left: anywhere('left'),
    acknowledgedSubject: new RegExp(
      String.raw`^\W{0,3}(?:\[[^\]\n]{1,40}\]\s*)?${all('acknowledgedSubjects')}`,
      'iu',
    ),
    acknowledgedText: anywhere('acknowledgedTexts'),
    challengeSubject: anywhere('challengeSubjects'),
    proof: anywhere('proofs'),
    personal: new RegExp(String.raw`(?<![\p{L}\p{N}'-])${all('personal')}(?![\p{L}\p{N}-])`, 'iu'),
    automaticSender: wholeName('automaticSenders'),
    // Requests to get no more emails
    request: whole('requests'),
    beside: whole('besides'),
    polite: new RegExp(
      String.raw`(?<![\p{L}\p{N}'-])${anyOfRows(byDescendingLength(rows('polite')))}(?![\p{L}\p{N}'-])`,
      'gu',
    ),
    greeting: new RegExp(String.raw`^${all('greetings')}(?![\p{L}'-])`, 'u'),
    closing: whole('closings'),
    join: new RegExp(` ${all('joins')} `, 'u'),
    please: new RegExp(notLetterBefore + all('pleases') + notLetter, 'iu'),
    endsMail: new RegExp(anyOfRows([...rows('endings'), ...rows('listNouns')]), 'u'),
    contrast: new RegExp(`^(?:and )?${all('contrasts')}${notWord}`, 'u'),
    replacement: words('replacements'),
    interest: words('interests'),
    dataRequest: words('dataRequests'),
    // Notices of mail servers
    mailerName: wholeName('mailerNames'),
    operatorName: wholeName('operatorNames'),
    mailerTitle: new RegExp(String.raw`^\W{0,3}${all('mailerTitles')}`, 'iu'),
    noticeSubject: new RegExp(noticeSubject + all('noticeSubjects'), 'iu'),
    delaySubject: new RegExp(noticeSubject + all('delaySubjects'), 'iu'),
    introduction: anywhere('introductions'),
    delayText: anywhere('delayTexts'),
    returnedStart: new RegExp(`^${all('returnedStarts')}`, 'imu'),
    letterStart: new RegExp(String.raw`^\W{0,3}${all('letterStarts')}\b`, 'iu'),
    // Answers of mail servers
    unknownUser: unknownPhrases(languages, 'user'),
    unknownHost: unknownPhrases(languages, 'host'),
    perhapsUnknown: answer('perhapsUnknown'),
    weakReason: answer('weakReasons'),
    guess: new RegExp(notLetterBefore + all('guesses') + notLetter, 'u'),
    reasons: reasons.map(([category, reason]) => ({ reason, pattern: answer(category) })),
  };
}

export type PhrasePatterns = ReturnType<typeof compilePhrases>;

/** Why servers refuse messages to valid addresses. The first match counts. */
const reasons = [
  ['full', 'the mailbox is full'],
  ['size', 'the size of the message'],
  ['spam', 'spam'],
  ['blocked', 'a block list or reputation'],
  ['sender', 'the sender'],
  ['authentication', 'the authentication of the sender'],
  ['relay', 'the server does not relay'],
  ['rate', 'too many messages'],
  ['temporary', 'a temporary failure or a time limit'],
] as const;

/** "user @ does not exist", "unknown user", and whole phrases. */
function unknownPhrases(languages: readonly LanguagePhrases[], what: 'user' | 'host'): RegExp {
  const patterns = languages.flatMap((language) => {
    const part = (name: 'Nouns' | 'Between' | 'Said' | 'Attributes' | 'Phrases') =>
      language[`${what}${name}`] ?? [];
    const nouns = notWordBefore + anyOfRows(part('Nouns')) + notLetter;
    const gap = `(?: (?:[@#:]|${anyOfRows([...part('Nouns'), ...part('Between')])}${notLetter}))`;
    return [
      `${nouns}(?: (?!may|might)[^ .]{1,80})?${gap}{0,6} ${anyOfRows(part('Said'))}${notLetter}`,
      `${notWordBefore}${anyOfRows(part('Attributes'))}(?: :)? ${anyOfRows(part('Nouns'))}${notLetter}`,
      ...part('Phrases').map(rowSource),
    ];
  });
  return new RegExp(patterns.join('|'), 'u');
}

/** Patterns for the words before and after the date of a return or the end of an absence. */
function datePhrases(
  spaced: (category: PhraseCategory, after?: string) => string,
  rows: (category: PhraseCategory) => string[],
  monthPattern: string,
) {
  const endOfWord = String.raw`(?:(?<=\s)|(?![\p{L}]))`;
  const weekday = String.raw`(?:\p{L}{2,12}\.?,?\s+)?`;
  const article = String.raw`(?:(?:the|den|dem|le|el|il|o|dia|dnia|dne)\s+)?`;
  const before = (category: PhraseCategory) =>
    new RegExp(
      String.raw`(?:${spaced(category, endOfWord)})[\s:：,]*${article}${weekday}${article}$`,
      'iu',
    );
  return {
    backBefore: before('backBefore'),
    untilInclusiveBefore: before('untilInclusive'),
    untilBefore: before('until'),
    backAfter: new RegExp(String.raw`^[\s,)]*${weekday}${anyOfRows(rows('backAfter'))}`, 'iu'),
    /** In Finnish, Hungarian, Turkish, Japanese, Korean and others, "until" follows the date. */
    untilAfter: new RegExp(String.raw`^\.?\s*${anyOfRows(rows('untilAfter'))}`, 'iu'),
    rangeBefore: new RegExp(
      String.raw`(?:\d|(?<![\p{L}])(?:${monthPattern}))\.?\s*(?:[-–—~〜～]|\sto\s)\s*$`,
      'iu',
    ),
    // At most four blanks at a place: with any number of them, a long run takes quadratic time.
    date: new RegExp(
      [
        String.raw`(?<iso>\d{4})[-/.](?<isoMonth>\d{1,2})[-/.](?<isoDay>\d{1,2})(?!\d)`,
        String.raw`(?:(?<jaYear>\d{4})\s?[年년]\s?)?(?<jaMonth>\d{1,2})\s?[月월]\s?(?<jaDay>\d{1,2})\s?[日일号號]`,
        String.raw`(?<!\d)(?<viDay>\d{1,2})\s{1,4}tháng\s{1,4}(?<viMonth>\d{1,2})(?!\d)`,
        String.raw`(?<!\d)(?<day>\d{1,2})(?:st|nd|rd|th|er|º|°|\.)?(?:\s{1,4}(?:of|de|del|den|d['’]))?\s{0,4}[./-]?\s{0,4}(?<month>${monthPattern})\.?(?![\p{L}])(?:\s{0,4}(?:,|de|del|[ ./-])\s{0,4}(?<year>20\d\d)(?!\d))?`,
        String.raw`(?<![\p{L}])(?<monthFirst>${monthPattern})\.?\s{1,4}(?<dayAfter>\d{1,2})(?:st|nd|rd|th)?(?!\d)(?:\s{0,4},?\s{0,4}(?<yearAfter>20\d\d)(?!\d))?`,
        String.raw`(?<![\d./-])(?<a>\d{1,2})(?<separator>[./-])\s?(?<b>\d{1,2})(?:\k<separator>\s?(?<c>20\d\d|\d\d)(?!\d))?(?![\d/-])`,
      ].join('|'),
      'giu',
    ),
  };
}

/** In these languages, months are numbers. */
const localesWithoutMonthNames = new Set(['any', 'ja', 'zh', 'ko', 'vi']);

/** Month names of all languages, in the form next to a day. */
function monthsOf(languages: readonly LanguagePhrases[]): Map<string, number> {
  const names = new Map<string, number>();
  for (const { locale } of languages.filter(
    (language) => !localesWithoutMonthNames.has(language.locale),
  ))
    for (const style of ['long', 'short'] as const)
      for (const day of [{ day: 'numeric' as const }, {}]) {
        const format = new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC', ...day });
        for (let month = 1; month <= 12; month++) {
          const name = monthIn(format, month);
          if (/^[\p{L}\p{M}]{3,}$/u.test(name) && !names.has(name)) names.set(name, month);
        }
      }
  for (const { months: forms = [] } of languages)
    for (const [index, name] of forms.entries()) names.set(normalForm(name), index + 1);
  // Hebrew joins "in" and the month.
  for (const [name, month] of [...names]) if (/^[א-ת]/.test(name)) names.set(`ב${name}`, month);
  for (const [name, month] of [...names]) {
    const plain = normalForm(name, 'NFKD').replaceAll(/\p{M}/gu, '');
    if (!names.has(plain)) names.set(plain, month);
  }
  return names.set('sept', 9);
}

const monthIn = (format: Intl.DateTimeFormat, month: number): string =>
  format
    .formatToParts(Date.UTC(2026, month - 1, 15))
    .find(({ type }) => type === 'month')!
    .value.toLowerCase()
    .replace(/\.$/, '');
