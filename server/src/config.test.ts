import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readConfig, requiredByApi } from './config.ts';

const key = Buffer.alloc(32, 7).toString('base64');
const other = Buffer.alloc(32, 9).toString('base64');

test('SECRETS_KEY is a list of keys in order', () => {
  const { SECRETS_KEY } = readConfig({ SECRETS_KEY: `new:${key}, old-1:${other}` });
  expect(SECRETS_KEY!.map(({ id, key }) => [id, key.export().toString('base64')])).toEqual([
    ['new', key],
    ['old-1', other],
  ]);
  expect(readConfig({}).SECRETS_KEY).toBeUndefined();
});

test.each([
  ['no id', key],
  ['an empty id', `:${key}`],
  ['an id with capitals', `New:${key}`],
  ['a key that is too short', `a:${Buffer.alloc(31, 7).toString('base64')}`],
  ['a key that is too long', `a:${Buffer.alloc(33, 7).toString('base64')}`],
  ['a key in hex', `a:${Buffer.alloc(32, 7).toString('hex')}`],
  ['one id twice', `a:${key},a:${other}`],
  ['a comma at the end', `a:${key},`],
])('SECRETS_KEY with %s is rejected, and the error does not repeat it', (_what, SECRETS_KEY) => {
  const read = () => readConfig({ SECRETS_KEY });
  expect(read).toThrow(/SECRETS_KEY: Expected id:key/);
  expect(read).not.toThrow(SECRETS_KEY.slice(-20));
});

test('SESSION_SECRET is one secret or a list of secrets, and the error does not repeat an invalid one', () => {
  const [young, old] = ['y'.repeat(32), 'o'.repeat(40)];
  expect(readConfig({ SESSION_SECRET: young }).SESSION_SECRET).toEqual([young]);
  expect(readConfig({ SESSION_SECRET: `${young}, ${old}` }).SESSION_SECRET).toEqual([young, old]);
  for (const wrong of ['o'.repeat(31), `${young},short`, `${young},`, `${young},${young}`]) {
    const read = () => readConfig({ SESSION_SECRET: wrong });
    expect(read).toThrow(/SESSION_SECRET: Expected a secret of at least 32 characters/);
    expect(read).not.toThrow(wrong);
  }
});

test('EGRESS_ALLOW is a list of networks, and empty by default', () => {
  expect(readConfig({}).EGRESS_ALLOW).toEqual([]);
  const EGRESS_ALLOW = '10.20.0.0/16, 127.0.0.1/32,fd00::/8';
  expect(readConfig({ EGRESS_ALLOW }).EGRESS_ALLOW).toEqual(EGRESS_ALLOW.split(/, ?/));
});

test.each(['10.0.0.1', '10.0.0.0/33', 'example.com', '10.0.0.0-10.0.0.9', '*'])(
  'EGRESS_ALLOW rejects "%s"',
  (network) => {
    expect(() => readConfig({ EGRESS_ALLOW: `10.0.0.0/8,${network}` })).toThrow(
      `EGRESS_ALLOW: "${network}" is not a network`,
    );
  },
);

test('EGRESS_PROXY is an http or https URL, and errors do not repeat its password', () => {
  const url = 'http://user:canary@proxy:3128';
  expect(readConfig({ EGRESS_PROXY: url }).EGRESS_PROXY).toBe(url);
  const read = () => readConfig({ EGRESS_PROXY: 'socks5://user:canary@proxy:1080' });
  expect(read).toThrow(/EGRESS_PROXY: Invalid URL/);
  expect(read).not.toThrow(/canary/);
});

test('all variables that are invalid or missing are reported at once', () => {
  const variables = { PORT: '70000', SMTP_URL: 'smtp://mail.example.com', SECRETS_KEY: '' };
  expect(() => readConfig(variables, requiredByApi)).toThrow(
    new RegExp(
      [
        '^Invalid environment variables:',
        '  PORT: .*',
        '  SUPPRESSION_KEY: Missing.*',
        '  SECRETS_KEY: Missing.*',
        '  SESSION_SECRET: Missing.*',
        '  MAIL_FROM: Missing.*$',
      ].join('\n'),
    ),
  );
});

test.each([
  ['api', []],
  ['operator/migrate', []],
  ['operator/reseal', []],
  ['operator/account', ['claim-link']],
  ['operator/jobs', ['list']],
])('%s reports invalid variables without a stack', (name, options) => {
  const main = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [main, ...options], {
    env: {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: 'http',
      LOG_LEVEL: 'loud',
    },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/Invalid environment variables:\n {2}PORT: .*\n {2}LOG_LEVEL: /);
  expect(stderr).not.toMatch(/^ +at /m);
});
