import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environmentVariables } from '../server/src/config.ts';

/** Finds broken links and commands in the documentation, and missing settings. */
const root = join(import.meta.dirname, '..');
const problems: string[] = [];
const pages = globSync('{*.md,docs/**/*.md,.github/**/*.md,{client,console,contract}/README.md}', {
  cwd: root,
});

for (const page of pages) {
  const source = readFileSync(join(root, page), 'utf8');
  for (const [, target = ''] of source.matchAll(/\]\(([^)\s]+)\)/g)) {
    const [path = ''] = target.split('#');
    if (/^[a-z]+:/.test(target) || path === '') continue;
    if (!existsSync(join(root, dirname(page), path)))
      problems.push(`${page}: broken link to ${target}`);
  }
  const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);
  for (const [, script = ''] of source.matchAll(/npm run ([a-z:]+)/g))
    if (!scripts.includes(script)) problems.push(`${page}: "npm run ${script}" does not exist`);
}

const configuration = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
for (const name of Object.keys(environmentVariables))
  if (!configuration.includes(`\`${name}\``))
    problems.push(`docs/configuration.md: ${name} is missing`);

console.log(problems.length > 0 ? problems.join('\n') : `${pages.length} pages checked`);
process.exitCode = problems.length > 0 || pages.length < 5 ? 1 : 0;
