/**
 * What a spreadsheet may take for a formula: a sign that begins one, in plain or full width, behind
 * whatever white space or apostrophes; or a control character that it drops before it looks.
 */
const formula = /^[\s']*[=+\-@＝＋－＠]|^'*[\t\r\n]/;

/** The value as it can be opened in a spreadsheet without being run. */
const guarded = (value: string): string => (formula.test(value) ? `'${value}` : value);

/** The value without the apostrophe that `guarded` has put before it. */
export const unguarded = (value: string): string =>
  value.startsWith("'") && formula.test(value.slice(1)) ? value.slice(1) : value;

/** By this Excel knows that a file is in UTF-8. */
export const byteOrderMark = '\ufeff';

/**
 * One row as RFC 4180 has it, with no cell that a spreadsheet would run. Every cell is quoted: a
 * spreadsheet that separates by semicolons or tabs would otherwise split a cell, and run the rest.
 */
export const csvRow = (cells: string[]): string =>
  `${cells.map((cell) => `"${guarded(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
