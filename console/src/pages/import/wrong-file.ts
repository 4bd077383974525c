export const mostMebibytes = 64;

interface Chosen {
  name: string;
  size: number;
  /** Its first letters, each byte as one. */
  beginning: string;
}

const saveAsCsv = 'Open it, choose "Save as", then "CSV UTF-8", and drop that file here.';
const strangers: { names: RegExp; beginning?: string; advice: string }[] = [
  {
    names: /\.xls[xmb]?$/i,
    beginning: 'PK\u0003\u0004',
    advice: `This is an Excel file. ${saveAsCsv}`,
  },
  { names: /\.(ods|numbers)$/i, advice: `This is a spreadsheet, but no CSV file. ${saveAsCsv}` },
  {
    names: /\.pdf$/i,
    beginning: '%PDF',
    advice:
      'This is a PDF, and no table can be read from it. Ask whoever made it for the table as CSV.',
  },
];

/** Why a file need not even be sent, and what to do; the service knows the other reasons. */
export function wrongFile({ name, size, beginning }: Chosen): string | null {
  if (size === 0) return 'The file is empty. Export it again, or choose another.';
  if (size > mostMebibytes * 2 ** 20)
    return `The file is larger than ${mostMebibytes} MiB. Split it into several, and import one after the other.`;
  const stranger = strangers.find(
    (each) => each.names.test(name) || (each.beginning && beginning.startsWith(each.beginning)),
  );
  return stranger?.advice ?? null;
}
