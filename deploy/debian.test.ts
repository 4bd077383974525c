import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandsIn, scriptOf } from './console-commands.ts';
import {
  readEnvironment,
  readRepositoryFile,
  repositoryRoot,
  settingProblems,
} from './process-settings.ts';

const units = ['api', 'worker'].map((name) => ({
  name,
  text: readRepositoryFile(`deploy/systemd/outcrop-${name}.service`),
}));

test('deploy/make-systemd-env.sh creates valid settings, which only root can read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outcrop-debian-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const create = () =>
    execFileSync(join(repositoryRoot, 'deploy/make-systemd-env.sh'), [folder], { stdio: 'pipe' });
  create();
  const [ofProcess, ofOwner] = ['outcrop.env', 'owner.env'].map((file) => {
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    return readEnvironment(readFileSync(join(folder, file), 'utf8'));
  });
  expect(settingProblems('api', ofProcess!)).toEqual([]);
  expect(settingProblems('worker', ofProcess!)).toEqual([]);
  expect(settingProblems('account', { ...ofProcess, ...ofOwner })).toEqual([]);
  expect(create).toThrow('exists already');
});

test('the units start the processes with these settings, without privileges', () => {
  for (const { name, text } of units) {
    expect(text).toContain(`ExecStart=/opt/outcrop/bin/outcrop ${name}\n`);
    expect(text).toContain('EnvironmentFile=/etc/outcrop/outcrop.env\n');
    for (const line of [
      'DynamicUser=yes',
      'ProtectSystem=strict',
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
      'PrivateTmp=yes',
    ])
      expect(text.split('\n')).toContain(line);
  }
});

test('both units have the same restrictions', () => {
  const [api, worker] = units.map(({ text }) => text.slice(text.indexOf('DynamicUser')));
  expect(api).toBe(worker);
});

test('commands and the output shown for them are read from one section of a page', () => {
  const page = [
    '# Page',
    '## One',
    '```console',
    '$ other',
    '```',
    '## Two',
    '```console',
    '# first \\',
    '    --option',
    '# second',
    '{"ok":true,…',
    '```',
    '```text',
    '# not a command',
    '```',
    '## Three',
  ];
  const commands = commandsIn(page.join('\n'), 'Two');
  expect(commands).toEqual([
    { text: 'first \\\n    --option', shown: '' },
    { text: 'second', shown: '{"ok":true,' },
  ]);
  expect(() => commandsIn(page.join('\n'), 'Four')).toThrow('no section "Four"');
});

test('the script fails if a command fails or prints something else than the page shows', () => {
  const run = (text: string, shown: string) =>
    execFileSync('bash', ['-c', scriptOf([{ text, shown }])], { stdio: 'pipe' }).toString();
  expect(run('echo one two', 'one')).toContain('one two');
  expect(() => run('echo one two', 'three')).toThrow();
  expect(() => run('false', '')).toThrow();
});

test('the page has the commands from installing packages to a first lead and the link of the owner', () => {
  const texts = commandsIn(readRepositoryFile('docs/self-hosting.md'), 'One Debian machine').map(
    ({ text }) => text,
  );
  expect(texts[0]).toBe('apt-get update');
  expect(texts.at(-2)).toContain('/api/v1/ext/leads');
  const owner = texts.find((text) => text.includes('create-user') && text.includes('--role owner'));
  const [email] = /--email \S+/.exec(owner!)!;
  expect(texts.at(-1)).toBe(`bin/outcrop account sign-in-link ${email}`);
});
