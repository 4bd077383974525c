import type { Prospect } from '@outcrop/contract';
import { personFields } from './edits.ts';

/** One argument of a shell's command, whatever stands in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const authorization = '-H "Authorization: Bearer $TOKEN"';

/** The call that finds this person: by what nobody else has, if there is such a thing. */
export function findingCall(baseUrl: string, person: Prospect): string {
  const page = person.linkedinUrl?.match(/\/in\/([^/?#]+)/)?.[1];
  const words = person.email ?? page ?? person.fullName ?? '';
  return `curl -G ${baseUrl}/prospects \\
  ${authorization} \\
  --data-urlencode ${quoted(`q=${words}`)}`;
}

/** The call that would add this person, lists included as far as one call can. */
export function addingCall(baseUrl: string, person: Prospect): string {
  const known = personFields.flatMap((field) =>
    person[field] === null ? [] : [[field, person[field]] as const],
  );
  const [list] = person.lists;
  const body = { leads: [Object.fromEntries(known)], ...(list && { listName: list.name }) };
  return `curl ${baseUrl}/leads \\
  ${authorization} \\
  -H "Content-Type: application/json" \\
  -d ${quoted(JSON.stringify(body, null, 2))}`;
}
