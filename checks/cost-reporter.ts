import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

export interface FileCost {
  project: string;
  file: string;
  seconds: number;
  /** Importing the file, which includes what it sets up before its first test. */
  importSeconds: number;
  setUpSeconds: Record<string, number>;
  written: number;
  expanded: number;
}

/** Writes what each test file cost to the file of TEST_COSTS. */
export default class CostReporter implements Reporter {
  private root = '';

  onInit(vitest: Vitest): void {
    this.root = vitest.config.root;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const path = process.env['TEST_COSTS']!;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(modules.map((module) => this.costOf(module))));
  }

  private costOf(module: TestModule): FileCost {
    const tests = [...module.children.allTests()];
    const { duration, collectDuration, setupDuration } = module.diagnostic();
    const setUp = Object.entries(module.meta().setUpMs ?? {});
    return {
      project: module.project.name,
      file: relative(this.root, module.moduleId),
      seconds: (duration + collectDuration + setupDuration) / 1_000,
      importSeconds: (collectDuration + setupDuration) / 1_000,
      setUpSeconds: Object.fromEntries(setUp.map(([part, ms]) => [part, ms / 1_000])),
      written: new Set(tests.map(({ location }) => `${location?.line}:${location?.column}`)).size,
      expanded: tests.length,
    };
  }
}
