import { execFileSync } from 'node:child_process';
import type { Prospect } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { addCommand, findCommand } from '../src/features/prospect-dialogs/curl.ts';

const person = {
  fullName: `Róisín O'Hara'; touch /tmp/owned; echo '$(id) \`id\` "!!" \\ \n@file`,
  title: '<img src=x onerror=alert(1)>',
  email: null,
  linkedinUrl: null,
  lists: [{ id: 'a', name: "Ros'" }],
} as unknown as Prospect;

/** The arguments that a real shell passes to curl. */
function argumentsOf(command: string): string[] {
  const show = `curl() { for each; do printf '%s\\0' "$each"; done; }\n${command}`;
  const output = execFileSync('sh', ['-c', show], { env: { TOKEN: 'oc_a' }, encoding: 'utf8' });
  return output.split('\0').slice(0, -1);
}

test('a shell parses the commands correctly, whatever the values are', () => {
  expect(argumentsOf(findCommand('https://a.example/api/v1/ext', person))).toEqual([
    '-G',
    'https://a.example/api/v1/ext/prospects',
    '-H',
    'Authorization: Bearer oc_a',
    '--data-urlencode',
    `q=${person.fullName}`,
  ]);
  const adding = argumentsOf(addCommand('https://a.example/api/v1/ext', person));
  expect(JSON.parse(adding.at(-1)!)).toEqual({
    leads: [{ fullName: person.fullName, title: person.title }],
    listName: "Ros'",
  });
});

test('the prospect is found by a unique value', () => {
  const linkedinUrl = 'https://www.linkedin.com/in/amara-okafor-example';
  const output = (more: object) => findCommand('', { ...person, ...more } as Prospect);
  expect(output({ linkedinUrl })).toContain("'q=amara-okafor-example'");
  expect(output({ linkedinUrl, email: 'a@b.example' })).toContain("'q=a@b.example'");
});
