export interface Issue {
  path: (string | number)[];
  message: string;
}

/** Deeper than any body we take; a recursive walk of what JSON.parse accepts would end the process. */
const deepest = 20;

/** More than any list we take. The rest is cut, so that a huge list costs one complaint, not a million. */
const longest = 1_000;

interface Options {
  /** Where a null says that a field is to be emptied. */
  keepNulls: boolean;
}

/**
 * A JSON body as the schemas expect it: strings in NFC without outer white space, and neither
 * nulls nor empty strings, since both mean that the field was left out.
 */
export function clean(
  value: unknown,
  issues: Issue[],
  options: Options = { keepNulls: false },
  path: Issue['path'] = [],
): unknown {
  if (typeof value === 'string') return cleanText(value, issues, path);
  if (typeof value !== 'object' || value === null) return value;
  if (path.length >= deepest) {
    issues.push({ path: path.slice(0, 1), message: 'is nested too deeply' });
    return undefined;
  }
  if (Array.isArray(value))
    return value
      .slice(0, longest)
      .map((item, index) => clean(item, issues, options, [...path, index]));
  const kept: Record<string, unknown> = Object.create(null);
  for (const [name, item] of Object.entries(value)) {
    const cleaned = clean(item, issues, options, [...path, name]);
    if (cleaned === '' || cleaned === undefined || (cleaned === null && !options.keepNulls))
      continue;
    kept[name] = cleaned;
  }
  return kept;
}

export function cleanText(value: string, issues: Issue[], path: Issue['path']): string {
  if (value.includes('\0')) issues.push({ path, message: 'must not contain the character NUL' });
  else if (!value.isWellFormed())
    issues.push({ path, message: 'must be well-formed Unicode (it has half of a surrogate pair)' });
  return value.normalize('NFC').trim();
}
