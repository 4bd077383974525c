import type { Prospect } from '@outcrop/contract';
import { personFields } from './edits.ts';

/** Quotes a shell argument. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const authorization = '-H "Authorization: Bearer $TOKEN"';

/** Finds the prospect by a unique value if there is one, or else by name. */
export function findCommand(baseUrl: string, person: Prospect): string {
  const slug = person.linkedinUrl?.match(/\/in\/([^/?#]+)/)?.[1];
  const search = person.email ?? slug ?? person.fullName ?? '';
  return `curl -G ${baseUrl}/prospects \\
  ${authorization} \\
  --data-urlencode ${quoted(`q=${search}`)}`;
}

/** Adds the prospect with its first list: a request takes one list only. */
export function addCommand(baseUrl: string, person: Prospect): string {
  const fields = personFields.flatMap((field) =>
    person[field] === null ? [] : [[field, person[field]] as const],
  );
  const [list] = person.lists;
  const body = { leads: [Object.fromEntries(fields)], ...(list && { listName: list.name }) };
  return `curl ${baseUrl}/leads \\
  ${authorization} \\
  -H "Content-Type: application/json" \\
  -d ${quoted(JSON.stringify(body, null, 2))}`;
}
