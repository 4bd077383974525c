import { type Operation, operations } from './document.ts';

const name = /\{(\w+)\}/g;

/** The operation's path with its parameters, which are as they stand on the wire. */
export const pathOf = ({ path }: Operation, params: Record<string, string>): string =>
  path.replaceAll(name, (_, each: string) => params[each]!);

/** The parameters in a path of this operation, as they stand on the wire. */
export function paramsOf({ path: template }: Operation, path: string): Record<string, string> {
  const names = [...template.matchAll(name)].map(([, each]) => each!);
  const values = patternOf(template).exec(path)?.slice(1) ?? [];
  return Object.fromEntries(names.map((each, n) => [each, values[n] ?? '']));
}

/** Whom a request is for. A path that is written out is no parameter of another, whatever the method. */
export function operationAt(method: string, path: string): Operation | null {
  // HEAD is answered like GET, but for the body.
  const meant = method === 'HEAD' ? 'GET' : method;
  const there = operations.filter((each) => patternOf(each.path).test(path));
  const writtenOut = there.filter((each) => each.path === path);
  const found = writtenOut.length > 0 ? writtenOut : there;
  return found.find((each) => each.method === meant) ?? null;
}

const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll(name, '([^/]*)')}$`);
