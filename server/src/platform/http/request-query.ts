import type { z } from 'zod';
import { cleanText, type Issue } from '../clean.ts';
import { didYouMean } from './unknown-fields.ts';

/** Parses the query string; unknown, repeated and undecodable parameters are problems. */
export function readQuery(
  url: string,
  schema: z.ZodObject,
  issues: Issue[],
): Record<string, string> {
  const known = Object.keys(schema.shape);
  const values: Record<string, string> = Object.create(null);
  const seen = new Set<string>();
  const start = url.indexOf('?');
  if (start === -1) return values;
  const pairs = url
    .slice(start + 1)
    .split('&')
    .filter(Boolean);
  // No endpoint has 100 parameters, so 100 always include an invalid one.
  for (const pair of pairs.slice(0, 100)) {
    const [rawName = '', ...rest] = pair.split('=');
    const name = decode(rawName) ?? rawName;
    const path = [name.slice(0, 100)];
    const value = decode(rest.join('='));
    if (!known.includes(name)) {
      issues.push({
        path,
        message: `is not a parameter of this endpoint${didYouMean(name, known)}`,
      });
    } else if (value === undefined) {
      issues.push({ path, message: 'is not validly percent-encoded' });
    } else if (seen.has(name)) {
      issues.push({ path, message: 'is given more than once' });
    } else {
      seen.add(name);
      const text = cleanText(value, issues, path);
      if (text !== '') values[name] = text;
    }
  }
  return values;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
