import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { updatedPage } from './measurement-page.ts';

/** Writes the figures of a nightly run to docs/measurements.md. */
export default class Measurements implements Reporter {
  private root = '';

  onInit(vitest: Vitest): void {
    this.root = vitest.config.root;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: this.root, encoding: 'utf8' }).trim();
    const changed = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+';
    const commit = git('rev-parse', '--short=9', 'HEAD') + changed;
    const load = loadavg()[0]!.toFixed(1);
    const date = new Date().toISOString().slice(0, 10);
    const rows = modules.flatMap((module) => {
      const file = relative(this.root, module.moduleId);
      const command = `\`npx vitest run --config vitest.nightly.config.ts ${file}\``;
      const tests = [...module.children.allTests('passed')];
      return tests
        .flatMap((test) => test.meta().measured ?? [])
        .map(({ name, figure, seed }) => ({
          ...{ name, figure, date, commit, command },
          seed: String(seed ?? ''),
          load,
        }));
    });
    if (rows.length === 0) return;
    const path = join(this.root, 'docs/measurements.md');
    const page = existsSync(path) ? readFileSync(path, 'utf8') : '';
    writeFileSync(path, updatedPage(page, rows));
  }
}
