import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { basePath } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { seedProspects } from '../server/dev/seed-prospects.ts';
import { startScreen } from '../server/dev/start-screen.ts';
import { addUser, createWorkspace } from '../server/src/operator/accounts.ts';
import { createToken } from '../server/src/tokens/tokens.ts';
import { testQueue } from '../server/test/queue/workers.ts';
import { testService } from '../server/test/service.ts';
import {
  allSnippets,
  comparableOutputs,
  maskIds,
  repositoryRoot,
  type SnippetLanguage,
  snippetsIn,
} from './snippets.ts';

// As with npm run dev: with a worker, with local receivers allowed, and without a model.
const config = { EGRESS_ALLOW: ['127.0.0.0/8'], AI_PROVIDER: undefined };
const service = await testService({ config });
await (await testQueue([], service.database)).startWorker([], config);
const baseUrl = service.origin + basePath.ext;
const snippets = allSnippets();

/** A workspace like that of `npm run dev`, and its first token. */
async function freshToken(): Promise<string> {
  const { id } = await createWorkspace(service.owner, 'Fernhill Instruments', 'scale');
  const newToken = () =>
    service.owner.transaction(id, async (tx) => {
      const user = await addUser(tx, {
        name: 'Ines Duarte',
        email: 'ines.owner@outcrop.example',
        role: 'owner',
      });
      const token = { cell: 'a', userId: user.id, name: 'npm run dev', expiresInDays: null };
      return (await createToken(tx, token)).secret;
    });
  await seedProspects(baseUrl, await newToken(), { from: 0, count: 180 });
  return newToken();
}

const interpreters: Record<SnippetLanguage, [string, ...string[]]> = {
  bash: ['bash', '-euo', 'pipefail'],
  ts: [process.execPath, '--input-type=module-typescript'],
  python: ['python3', '-'],
};

/** Passes the snippet to its interpreter, unchanged. */
function run(language: SnippetLanguage, code: string, token: string): Promise<string> {
  const [command, ...args] = interpreters[language];
  const env = { ...process.env, BASE_URL: baseUrl, TOKEN: token };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: repositoryRoot, env });
    let [printed, problems] = ['', ''];
    child.stdout.on('data', (chunk) => (printed += chunk));
    child.stderr.on('data', (chunk) => (problems += chunk));
    child.on('error', reject);
    child.on('close', (status) =>
      status === 0 ? resolve(printed) : reject(new Error(`exit ${status}: ${problems}${printed}`)),
    );
    child.stdin.end(code);
  });
}

// The snippets of a page run one after another in one workspace, as a reader runs them.
const pages = Map.groupBy(snippets, ({ page }) => page);
describe.each([...pages])('%s', (_, group) => {
  let token: Promise<string> | undefined;
  test.each(group.map((snippet) => [snippet.line, snippet] as const))(
    'the snippet in line %i runs, and prints what the page shows',
    async (_, { language, code, shown }) => {
      token ??= freshToken();
      const output = await run(language, code, await token);
      if (!shown) return;
      const both = comparableOutputs(output, shown);
      expect(both.printed).toBe(both.shown);
    },
  );
});

test('the TypeScript snippets have the types they need', async () => {
  const folder = mkdtempSync(join(repositoryRoot, 'node_modules/.snippets-'));
  const files = snippets.flatMap(({ page, line, language, code }) => {
    if (language !== 'ts') return [];
    const name = `${page.replaceAll('/', '-')}-${line}.ts`;
    writeFileSync(join(folder, name), code);
    return [name];
  });
  const config = { extends: '../../tsconfig.json', include: [], files };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const check = `tsc --noEmit -p ${folder}`;
  await run('bash', check, '').finally(() => rmSync(folder, { recursive: true }));
  expect(files.length).toBeGreaterThan(3);
});

test('every language has snippets that run', () => {
  for (const language of ['bash', 'ts', 'python'])
    expect(snippets.filter((each) => each.language === language).length).toBeGreaterThan(3);
});

test('the README shows the output of npm run dev, with the password on its own line', () => {
  const token = 'oc_a_…';
  const others = { member: token, viewer: token, otherWorkspace: token, smallPlan: token };
  const consoleUrl = 'http://127.0.0.1:3000/link#…';
  const tokens = { owner: token, ...others };
  const page = 'http://127.0.0.1:3000/w/…';
  const links = { campaign: `${page}/campaigns/…?tab=emails`, inbox: `${page}/inbox` };
  const baseUrl = 'http://127.0.0.1:3000/api/v1/ext';
  const printed = startScreen({ baseUrl, consoleUrl, tokens, links });
  const readme = maskIds(readFileSync(join(repositoryRoot, 'README.md'), 'utf8'));
  expect(readme).toContain(maskIds(printed));
  expect(printed).toMatch(/^ +Password +\S+$/m);
});

describe('this check', () => {
  const page = (code: string, output: string) =>
    snippetsIn('page.md', `\`\`\`bash run\n${code}\n\`\`\`\n\n\`\`\`${output}\n\`\`\`\n`)[0]!;
  const outcome = async (code: string, output: string) => {
    const { shown } = page(code, output);
    const both = comparableOutputs(await run('bash', code, ''), shown!);
    return both.printed === both.shown;
  };
  const [one, two] = [
    '6f1c1c1e-0000-4000-8000-000000000001',
    '6f1c1c1e-0000-4000-8000-000000000002',
  ];

  test('fails a snippet that fails', async () => {
    await expect(run('bash', 'false | cat; echo reached', '')).rejects.toThrow('exit 1');
    await expect(run('python', 'print(nothing)', '')).rejects.toThrow('NameError');
    await expect(run('ts', 'const a: string = 1; throw new Error("no");', '')).rejects.toThrow(
      'no',
    );
  });

  test('detects different words, numbers and fields', async () => {
    expect(await outcome('echo good day', 'text output\ngood day')).toBe(true);
    expect(await outcome('echo good day', 'text output\ngood night')).toBe(false);
    expect(await outcome(`echo '{"a":1,"b":2}'`, 'json output\n{ "a": 1, "b": 2 }')).toBe(true);
    expect(await outcome(`echo '{"a":1,"b":2}'`, 'json output\n{ "a": 1, "b": 3 }')).toBe(false);
    expect(await outcome(`echo '{"a":1,"b":2}'`, 'json output\n{ "a": 1 }')).toBe(false);
    expect(await outcome(`echo '{"a":1}'`, 'json output\n{ "a": 1, "b": 2 }')).toBe(false);
  });

  test('ignores only what a page deliberately leaves out', async () => {
    const documented = 'json output\n{ "a": { "b": 1, "…": "…" }, "c": 2 }';
    expect(await outcome(`echo '{"a":{"b":1,"x":9},"c":2}'`, documented)).toBe(true);
    expect(await outcome(`echo '{"a":{"b":1,"x":9},"c":2,"d":3}'`, documented)).toBe(false);
    expect(await outcome(`echo '{"a":{"x":9},"c":2}'`, documented)).toBe(false);
  });

  test('compares ids by equality, not by value', async () => {
    expect(await outcome(`echo ${one} ${one}`, `text output\n${two} ${two}`)).toBe(true);
    expect(await outcome(`echo ${one} ${two}`, `text output\n${two} ${two}`)).toBe(false);
  });
});
