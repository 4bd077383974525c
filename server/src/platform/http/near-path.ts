import { basePath, type Endpoint } from '@outcrop/contract';

/** The message for a path that nearly matches an endpoint. */
export function suggestPath(path: string, endpoints: readonly Endpoint[]): string | undefined {
  const given = stepsOf(path);
  const near = endpoints
    .map((endpoint) => basePath[endpoint.api] + endpoint.path)
    .find((known) => {
      const steps = known.split('/').filter(Boolean);
      return (
        steps.length === given.length &&
        steps.every((step, index) => step.startsWith('{') || step.toLowerCase() === given[index])
      );
    });
  return near === undefined
    ? undefined
    : `Path not found. Did you mean ${near}? Paths are case-sensitive and have no trailing or double slashes.`;
}

const stepsOf = (path: string): string[] => path.toLowerCase().split('/').filter(Boolean);
