export const maxFileMebibytes = 64;

interface FileInfo {
  name: string;
  size: number;
  /** The first bytes, one character each. */
  firstBytes: string;
}

const saveAsCsv = 'Open it, choose "Save as" and "CSV UTF-8", then drop the new file here.';
const unsupportedTypes: { namePattern: RegExp; firstBytes?: string; advice: string }[] = [
  {
    namePattern: /\.xls[xmb]?$/i,
    firstBytes: 'PK\u0003\u0004',
    advice: `This is an Excel file. ${saveAsCsv}`,
  },
  {
    namePattern: /\.(ods|numbers)$/i,
    advice: `This is a spreadsheet, not a CSV file. ${saveAsCsv}`,
  },
  {
    namePattern: /\.pdf$/i,
    firstBytes: '%PDF',
    advice: 'This is a PDF. Export the table as CSV and upload that file.',
  },
];

/** Finds problems that need no upload; the service checks the rest. */
export function checkFile({ name, size, firstBytes: beginning }: FileInfo): string | null {
  if (size === 0) return 'The file is empty. Export it again or choose another file.';
  if (size > maxFileMebibytes * 2 ** 20)
    return `The file is larger than ${maxFileMebibytes} MiB. Split it into smaller files and import them one by one.`;
  const unsupported = unsupportedTypes.find(
    (each) =>
      each.namePattern.test(name) || (each.firstBytes && beginning.startsWith(each.firstBytes)),
  );
  return unsupported?.advice ?? null;
}
