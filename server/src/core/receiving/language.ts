/** What automatic messages say in one language. All are parts of regular expressions. */
export interface LanguageWords {
  locale: string;
  /** At the start of a subject: an absence. */
  awaySubjects: string[];
  /** At the start of a subject: a program answers, perhaps not about an absence. */
  autoSubjects: string[];
  /** Anywhere in the text of an automatic message: an absence. */
  awayTexts: string[];
  /** Before a date on which the person is back. */
  backBefore: string[];
  /** After such a date. */
  backAfter: string[];
  /** Before the last day of an absence: the person is back on the day after. */
  untilInclusive: string[];
  /** Before the day on which an absence ends. */
  until: string[];
  /** Its words may follow others without a space. */
  isUnspaced?: boolean;
  /** Forms of the months, from January, that dates have beside a day and the locale does not know. */
  months?: string[];
}
