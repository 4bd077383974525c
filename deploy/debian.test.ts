import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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
  const files = ['outcrop.env', 'api.env', 'worker.env', 'owner.env'];
  const [ofProcess, ofApi, ofWorker, ofOwner] = files.map((file) => {
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    return readEnvironment(readFileSync(join(folder, file), 'utf8'));
  });
  expect(settingProblems('api', { ...ofProcess, ...ofApi })).toEqual([]);
  expect(settingProblems('worker', { ...ofProcess, ...ofWorker })).toEqual([]);
  expect(ofApi).toEqual({ METRICS_PORT: '9464' });
  expect(ofWorker).toEqual({ METRICS_PORT: '9465' });
  expect(settingProblems('account', { ...ofProcess, ...ofOwner })).toEqual([]);
  expect(create).toThrow('exists already');
});

test('the units start the processes with these settings, without privileges', () => {
  for (const { name, text } of units) {
    expect(text).toContain(`ExecStart=/opt/outcrop/bin/outcrop ${name}\n`);
    expect(text).toContain(
      `EnvironmentFile=/etc/outcrop/outcrop.env\nEnvironmentFile=-/etc/outcrop/${name}.env\n`,
    );
    expect(/^WatchdogSec=60\nNotifyAccess=all$/m.test(text)).toBe(name === 'worker');
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

/** Runs a command with replacements of `slirp4netns` and perhaps `unshare`, and returns what they wrote. */
function runWithOwnNetwork(replacements: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'outcrop-network-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, script] of Object.entries(replacements))
    writeFileSync(join(folder, name), `#!/bin/bash\n${script}\n`, { mode: 0o755 });
  const { status, stderr } = spawnSync(
    join(repositoryRoot, 'deploy/run-with-own-network.sh'),
    ['touch', join(folder, 'ran')],
    {
      env: { PATH: `${folder}:${process.env.PATH}`, NETWORK_WAIT_TENTHS: '5', FOLDER: folder },
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  const written = (name: string) => {
    const file = join(folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
  };
  return { status, stderr, written };
}
// biome-ignore lint/suspicious/noTemplateCurlyInString: this is a shell script
const slirp4netns = 'readlink "${@: -2:1}" >"$FOLDER/network"; exec sleep 60';
const ownNetwork = () => readlinkSync('/proc/self/ns/net');
const isAlive = (pid: string | null) => existsSync(`/proc/${pid}`);

test('a machine that shares the network of the host gets no slirp4netns, and ends', () => {
  const unshare = 'echo $$ >"$FOLDER/machine"; exec sleep 60';
  const { status, stderr, written } = runWithOwnNetwork({ slirp4netns, unshare });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'The command has no network of its own.\n',
  });
  expect([written('network'), written('ran')]).toEqual([null, null]);
  expect(isAlive(written('machine'))).toBe(false);
});

test.skipIf(spawnSync('unshare', ['--net', '--mount', 'true']).status !== 0)(
  'slirp4netns gets the network of the machine, and nothing runs or stays if it does not start',
  () => {
    const { status, stderr, written } = runWithOwnNetwork({
      slirp4netns: `echo $$ >"$FOLDER/slirp"; ${slirp4netns}`,
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'The network of the command did not start.\n',
    });
    expect(written('network')).toMatch(/^net:/);
    expect(written('network')).not.toBe(ownNetwork());
    expect(written('ran')).toBeNull();
    expect(isAlive(written('slirp'))).toBe(false);
  },
);
