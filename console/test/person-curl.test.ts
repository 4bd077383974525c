import { execFileSync } from 'node:child_process';
import type { Prospect } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { addingCall, findingCall } from '../src/pages/prospects/person/curl.ts';

const person = {
  fullName: `Róisín O'Hara'; touch /tmp/owned; echo '$(id) \`id\` "!!" \\ \n@file`,
  title: '<img src=x onerror=alert(1)>',
  email: null,
  linkedinUrl: null,
  lists: [{ id: 'a', name: "Ros'" }],
} as unknown as Prospect;

/** What curl would be given, one argument to a line of JSON, as a real shell reads the command. */
function argumentsOf(command: string): string[] {
  const show = `curl() { for each; do printf '%s\\0' "$each"; done; }\n${command}`;
  const told = execFileSync('sh', ['-c', show], { env: { TOKEN: 'oc_a' }, encoding: 'utf8' });
  return told.split('\0').slice(0, -1);
}

test('a shell reads the commands as they were meant, whatever someone is called', () => {
  expect(argumentsOf(findingCall('https://a.example/api/v1/ext', person))).toEqual([
    '-G',
    'https://a.example/api/v1/ext/prospects',
    '-H',
    'Authorization: Bearer oc_a',
    '--data-urlencode',
    `q=${person.fullName}`,
  ]);
  const adding = argumentsOf(addingCall('https://a.example/api/v1/ext', person));
  expect(JSON.parse(adding.at(-1)!)).toEqual({
    leads: [{ fullName: person.fullName, title: person.title }],
    listName: "Ros'",
  });
});

test('someone is found by what only they have', () => {
  const linkedinUrl = 'https://www.linkedin.com/in/amara-okafor-example';
  const told = (more: object) => findingCall('', { ...person, ...more } as Prospect);
  expect(told({ linkedinUrl })).toContain("'q=amara-okafor-example'");
  expect(told({ linkedinUrl, email: 'a@b.example' })).toContain("'q=a@b.example'");
});
