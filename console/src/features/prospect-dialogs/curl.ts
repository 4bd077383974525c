import type { Prospect } from '@outcrop/contract';
import { prospectFields } from './edits.ts';

/** Quotes a shell argument. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const authorization = '-H "Authorization: Bearer $TOKEN"';

/** Finds the prospect by a unique value if there is one, or else by name. */
export function findCommand(baseUrl: string, prospect: Prospect): string {
  const slug = prospect.linkedinUrl?.match(/\/in\/([^/?#]+)/)?.[1];
  const search = prospect.email ?? slug ?? prospect.fullName ?? '';
  return `curl -G ${baseUrl}/prospects \\
  ${authorization} \\
  --data-urlencode ${quoted(`q=${search}`)}`;
}

/** Adds the prospect with its first list: a request takes one list only. */
export function addCommand(baseUrl: string, prospect: Prospect): string {
  const fields = prospectFields.flatMap((field) =>
    prospect[field] === null ? [] : [[field, prospect[field]] as const],
  );
  const [list] = prospect.lists;
  const body = { leads: [Object.fromEntries(fields)], ...(list && { listName: list.name }) };
  return `curl ${baseUrl}/leads \\
  ${authorization} \\
  -H "Content-Type: application/json" \\
  -d ${quoted(JSON.stringify(body, null, 2))}`;
}
