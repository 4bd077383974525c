import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import {
  outcropCommands,
  readEnvironment,
  readRepositoryFile,
  repositoryRoot,
  settingProblems,
} from './process-settings.ts';

interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}
interface Service {
  image: string;
  build?: object;
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  read_only?: boolean;
  depends_on?: Record<string, unknown> | string[];
}

/** Runs deploy/make-env.sh in a copy, and returns the folder. */
function madeEnvironment(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outcrop-compose-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'deploy'));
  for (const file of ['.env.example', 'deploy/make-env.sh'])
    cpSync(join(repositoryRoot, file), join(folder, file));
  execFileSync(join(folder, 'deploy/make-env.sh'), ['outcrop.example.org']);
  return folder;
}

const readEnv = (folder: string) => readEnvironment(readFileSync(join(folder, '.env'), 'utf8'));

/** compose.yaml with its variables replaced as Compose does; a missing `${NAME:?}` throws. */
function compose(settings: Record<string, string>): Compose {
  const replace = (_all: string, name: string, kind: string, fallback: string) => {
    if (!settings[name] && kind === ':?') throw new Error(`${name} is not set`);
    return settings[name] || fallback;
  };
  const replaced = (_key: unknown, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(/\$\{([A-Z_]+)(:[?-])([^}]*)\}/g, replace) : value;
  const parsed = parse(readRepositoryFile('compose.yaml'), replaced, { merge: true });
  expect(JSON.stringify(parsed)).not.toContain('${');
  return parsed;
}

const ownServices = ({ services }: Compose) =>
  Object.entries(services).filter(([, { build }]) => build !== undefined);

test('a new .env gives every process of compose.yaml valid settings, and all it needs', () => {
  const started = ownServices(compose(readEnv(madeEnvironment())));
  expect(started.map(([name]) => name)).toEqual(['migrate', 'api', 'worker', 'operator']);
  const problems = started.map(([name, { command, environment }]) => [
    name,
    settingProblems(command![0]!, environment!),
  ]);
  expect(problems).toEqual(started.map(([name]) => [name, []]));
});

test('the API and workers, which write links and send email, have the same settings for them', () => {
  const { services } = compose(readEnv(madeEnvironment()));
  const settings = [
    'PUBLIC_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'GOOGLE_CLIENT_ID',
    'MICROSOFT_CLIENT_ID',
  ];
  const of = (name: string) => settings.map((each) => services[name]!.environment![each]);
  expect(of('worker')).toEqual(of('api'));
  expect(of('worker')[0]).toBe('https://outcrop.example.org');
});

test('every variable of .env.example is used, and compose.yaml uses no other', () => {
  const given = Object.keys(readEnvironment(readRepositoryFile('.env.example')));
  const used = [...readRepositoryFile('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(
    ([, name]) => name!,
  );
  expect(new Set(used.filter((name) => name !== 'OUTCROP_IMAGE'))).toEqual(new Set(given));
});

test('compose.yaml does not start with the empty keys of .env.example', () => {
  expect(() => compose(readEnvironment(readRepositoryFile('.env.example')))).toThrow('is not set');
});

test('generated secrets are distinct, unreadable for others, and never overwritten', () => {
  const folder = madeEnvironment();
  const secrets = Object.entries(readEnv(folder)).filter(([name]) =>
    /KEY|PASSWORD|SECRET/.test(name),
  );
  const generated = secrets
    .filter(([name]) => !/^(AI|GOOGLE|MICROSOFT)_/.test(name))
    .map(([, value]) => value);
  expect(generated.filter((value) => value.length >= 44)).toHaveLength(6);
  expect(new Set(generated).size).toBe(6);
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
  const again = () =>
    execFileSync(join(folder, 'deploy/make-env.sh'), ['outcrop.example.org'], { stdio: 'pipe' });
  expect(again).toThrow('.env exists already');
});

test('every part of compose.yaml that is named exists', () => {
  const { services, volumes } = compose(readEnv(madeEnvironment()));
  for (const [, { command, read_only }] of ownServices({ services, volumes })) {
    expect(outcropCommands()).toContain(command![0]);
    expect(read_only).toBe(true);
  }
  for (const { depends_on = [], volumes: mounts = [] } of Object.values(services)) {
    const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
    expect(Object.keys(services)).toEqual(expect.arrayContaining(needed));
    for (const source of mounts.map((mount) => mount.split(':')[0]!))
      if (source.startsWith('./')) expect(() => readRepositoryFile(source)).not.toThrow();
      else expect(Object.keys(volumes)).toContain(source);
  }
});

test('images of others have a tag, and perhaps a digest', () => {
  const { services } = compose(readEnv(madeEnvironment()));
  const others = Object.values(services).filter(({ build }) => build === undefined);
  for (const { image } of others)
    expect(image).toMatch(/^docker\.io\/[a-z/]+:[a-z]?[0-9][\w.-]*(@sha256:[0-9a-f]{64})?$/);
});

test('bin/outcrop runs a file for each command, and explains an unknown one', () => {
  const script = join(repositoryRoot, 'bin/outcrop');
  expect(outcropCommands()).toEqual([
    'api',
    'worker',
    'migrate',
    'account',
    'jobs',
    'reseal',
    'doctor',
    'health',
  ]);
  for (const name of outcropCommands()) {
    const file = name === 'api' || name === 'worker' ? name : `operator/${name}`;
    expect(() => readRepositoryFile(`server/src/${file}.ts`)).not.toThrow();
  }
  expect(execFileSync(script, ['account', '--help'], { encoding: 'utf8' })).toContain('claim-link');
  expect(() => execFileSync(script, ['apis'], { stdio: 'pipe' })).toThrow('outcrop <command>');
});
