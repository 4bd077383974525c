import { TestRunner } from 'vitest';

interface Measurement {
  name: string;
  figure: string;
  seed?: number;
}

declare module 'vitest' {
  interface TaskMeta {
    measured?: Measurement[];
  }
}

/** Records a figure of a nightly test for docs/measurements.md. */
export function recordMeasurement(name: string, figure: string, seed?: number): void {
  const { meta } = TestRunner.getCurrentTest()!;
  meta.measured = [...(meta.measured ?? []), { name, figure, ...(seed !== undefined && { seed }) }];
}
