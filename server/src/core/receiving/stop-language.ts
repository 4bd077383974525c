/**
 * How people ask for no more emails, in one language. All are parts of regular expressions; "{name}" stands
 * for the slot of that name.
 */
export interface StopWords {
  locale: string;
  slots: Record<string, string[]>;
  /** The whole of a sentence. */
  requests: string[];
  /** May stand beside a request, but is none: "not interested". */
  besides: string[];
  /** Words that may stand in a request or on their own. */
  polite: string[];
  /** Before a name, at the beginning. */
  greetings: string[];
  /** Before a name, at the end. */
  closings: string[];
}
