/** User input as part of one line of an email. */
export const toOneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll('"', '')
    .trim();
