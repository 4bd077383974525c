import { type ApiOperation, apiOperations } from './document.ts';

const paramPattern = /\{(\w+)\}/g;

/** The path with its encoded parameters. */
export const pathOf = ({ path }: ApiOperation, params: Record<string, string>): string =>
  path.replaceAll(paramPattern, (_, each: string) => params[each]!);

/** The encoded parameters of a path. */
export function paramsOf({ path: template }: ApiOperation, path: string): Record<string, string> {
  const names = [...template.matchAll(paramPattern)].map(([, each]) => each!);
  const values = patternOf(template).exec(path)?.slice(1) ?? [];
  return Object.fromEntries(names.map((each, n) => [each, values[n] ?? '']));
}

/** The operation of a request. A literal path wins over one with parameters, for any method. */
export function operationAt(method: string, path: string): ApiOperation | null {
  // HEAD is answered like GET, but for the body.
  const effectiveMethod = method === 'HEAD' ? 'GET' : method;
  const matching = apiOperations.filter((each) => patternOf(each.path).test(path));
  const literal = matching.filter((each) => each.path === path);
  const candidates = literal.length > 0 ? literal : matching;
  return candidates.find((each) => each.method === effectiveMethod) ?? null;
}

const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll(paramPattern, '([^/]*)')}$`);
