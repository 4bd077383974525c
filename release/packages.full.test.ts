import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { testBrowser } from '../server/test/browser/chromium.ts';
import { sizeForRun } from '../server/test/run-size.ts';
import { testService } from '../server/test/service.ts';
import { signedWebhook } from '../server/test/webhooks/signed-webhook.ts';
import { packPackages } from './pack.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

/** The oldest version comes first, because CI runs only this one and our own. */
const otherNodes = ['20', '22'].slice(0, sizeForRun(1, 2));

// The packages are built inside the repository, where the compiler finds its types, and installed
// outside, where nothing else is found.
mkdirSync(join(root, 'build'), { recursive: true });
const build = mkdtempSync(join(root, 'build/packages-'));
const project = mkdtempSync(join(tmpdir(), 'outcrop-consumer-'));
afterAll(() => {
  for (const folder of [build, project]) rmSync(folder, { recursive: true });
});

const [service, tarballs] = await Promise.all([testService(), packPackages(build)]);
writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
await run(
  'npm',
  [
    ...['install', '--no-audit', '--no-fund', '--prefer-offline'],
    ...Object.values(tarballs),
    ...otherNodes.map(
      (major) => `node${major}@npm:node-${process.platform}-${process.arch}@${major}`,
    ),
  ],
  { cwd: project },
);
cpSync(join(root, 'release/consumer.ts'), join(project, 'consumer.ts'));

/** Compiles the program that uses the packages, and checks their declarations too. */
async function compile(options: object): Promise<void> {
  const compilerOptions = { target: 'es2022', strict: true, types: [], ...options };
  const file = join(project, 'tsconfig.json');
  writeFileSync(file, JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', file]).catch(({ stdout }) => {
    throw new Error(stdout);
  });
}

test('the packages contain what was built, the license and a README, and nothing else', async () => {
  for (const tarball of Object.values(tarballs)) {
    const { stdout } = await run('tar', ['tzf', tarball]);
    const files = stdout.trim().split('\n');
    const others = files.filter((file) => !/^package\/dist\/[\w/.-]+\.(js|d\.ts)$/.test(file));
    expect(others.toSorted()).toEqual(
      ['LICENSE', 'README.md', 'package.json'].map((name) => `package/${name}`),
    );
  }
});

test('the client depends on no other package', () => {
  const installed = join(project, 'node_modules/@outcrop/client');
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(dependencies).toBeUndefined();
  for (const file of ['index.js', 'index.d.ts'])
    expect(readFileSync(join(installed, 'dist', file), 'utf8')).not.toMatch(/\bfrom ['"]/);
});

const forBrowsers = { lib: ['es2022', 'dom'] };
const forNode = {
  lib: ['es2022'],
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
};

test.each([
  ['Node’s module resolution', { module: 'nodenext', ...forBrowsers }],
  ['a bundler’s module resolution', { module: 'preserve', ...forBrowsers }],
])('a strict program for browsers compiles with %s', async (_, options) => {
  await compile({ noEmit: true, ...options });
});

test('a strict program compiles and runs on every supported version of Node', async () => {
  await compile({ module: 'nodenext', ...forNode });
  const code = `
    import { useBothPackages } from './consumer.js';
    console.log(JSON.stringify(await useBothPackages(...JSON.parse(process.env.INPUT))));`;
  const binaries = otherNodes.map((major) => join(project, `node_modules/node${major}/bin/node`));
  for (const node of [process.execPath, ...binaries]) {
    const token = await (await service.workspace()).token('member');
    const INPUT = JSON.stringify([service.origin, token, signedWebhook()]);
    const { stdout } = await run(node, ['--input-type=module', '--eval', code], {
      cwd: project,
      env: { ...process.env, INPUT },
    });
    expect(JSON.parse(stdout)).toEqual({
      status: 'inserted',
      found: ['Maren Solberg'],
      plan: 'string',
      code: 'unauthorized',
      event: 'webhook.test',
      key: 'maren@kelptide.example',
      contract: [true, true, true],
      paths: 10,
      typeOnly: 3,
    });
  }
});

test('a page of another origin uses the client without a bundler', async () => {
  const server = createServer(({ url = '' }, response) => {
    const isScript = url.endsWith('.js');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? readFileSync(join(project, 'node_modules/@outcrop', url)) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await (await testBrowser()).newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const workspace = await service.workspace();
  const options = {
    baseUrl: `${service.origin}/api/v1/ext`,
    token: await workspace.token('viewer'),
  };
  const seen = await page.evaluate(`(async () => {
    const { Outcrop } = await import('/client/dist/index.js');
    const [{ emailKey }] = await Promise.all(
      ['identity', 'merge-tags', 'roles', 'stages'].map((name) => import(\`/contract/dist/\${name}.js\`)),
    );
    const { workspace } = await new Outcrop(${JSON.stringify(options)}).read('getSession');
    return [workspace.id, emailKey(' Maren@KelpTide.example ')];
  })()`);
  server.close();
  expect(seen).toEqual([workspace.id, 'maren@kelptide.example']);
});
