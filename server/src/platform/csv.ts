/**
 * A value that a spreadsheet may run as a formula: a formula sign, plain or full-width, after any
 * white space or apostrophes, or a control character that the spreadsheet drops first.
 */
const formulaStart = /^[\s']*[=+\-@＝＋－＠]|^'*[\t\r\n]/;

const escapeFormula = (value: string): string => (formulaStart.test(value) ? `'${value}` : value);

/** Removes the apostrophe that `escapeFormula` added. */
export const unescapeFormula = (value: string): string =>
  value.startsWith("'") && formulaStart.test(value.slice(1)) ? value.slice(1) : value;

/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = '\ufeff';

/**
 * One RFC 4180 row. Every cell is quoted: a spreadsheet that splits at semicolons or tabs could
 * otherwise run part of a cell.
 */
export const csvRow = (cells: string[]): string =>
  `${cells.map((cell) => `"${escapeFormula(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
