import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { endpoints } from '@outcrop/contract';
import { variables } from '../server/src/config.ts';

/** Documentation that names what is not there, or leaves out what is. */
const root = join(import.meta.dirname, '..');
const problems: string[] = [];
// The page about conformance is written by the tests, from their own names and files.
const pages = globSync('{*.md,docs/**/*.md,.github/**/*.md}', { cwd: root }).filter(
  (page) => page !== join('docs', 'conformance.md'),
);

for (const page of pages) {
  const source = readFileSync(join(root, page), 'utf8');
  for (const [, target = ''] of source.matchAll(/\]\(([^)\s]+)\)/g)) {
    const [path = ''] = target.split('#');
    if (/^[a-z]+:/.test(target) || path === '') continue;
    if (!existsSync(join(root, dirname(page), path)))
      problems.push(`${page}: nothing at ${target}`);
  }
  const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);
  for (const [, script = ''] of source.matchAll(/npm run ([a-z:]+)/g))
    if (!scripts.includes(script)) problems.push(`${page}: there is no "npm run ${script}"`);
}

const configuration = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
for (const name of Object.keys(variables))
  if (!configuration.includes(`\`${name}\``))
    problems.push(`docs/configuration.md: ${name} is missing`);

const readme = readFileSync(join(root, 'README.md'), 'utf8');
for (const { method, path, built } of Object.values(endpoints)) {
  const row = new RegExp(
    `\\| \`${method} ${path}\` \\|.*\\| ${built ? 'built' : 'not built yet'} \\|`,
  );
  if (!row.test(readme))
    problems.push(
      `README.md: ${method} ${path} should stand as ${built ? 'built' : 'not built yet'}`,
    );
}

console.log(problems.length > 0 ? problems.join('\n') : `${pages.length} pages`);
process.exitCode = problems.length > 0 || pages.length < 5 ? 1 : 0;
