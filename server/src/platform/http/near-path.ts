import { basePath, type Endpoint } from '@outcrop/contract';

/** What to say where nothing is, but something is at nearly the same address. */
export function nearPath(path: string, lines: readonly Endpoint[]): string | undefined {
  const given = stepsOf(path);
  const near = lines
    .map((line) => basePath[line.api] + line.path)
    .find((known) => {
      const steps = known.split('/').filter(Boolean);
      return (
        steps.length === given.length &&
        steps.every((step, index) => step.startsWith('{') || step.toLowerCase() === given[index])
      );
    });
  return near === undefined
    ? undefined
    : `There is nothing at this address. Did you mean ${near}? A slash at the end, two in a row, and capitals make another address.`;
}

const stepsOf = (path: string): string[] => path.toLowerCase().split('/').filter(Boolean);
