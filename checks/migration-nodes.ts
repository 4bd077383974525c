import type { Node, RangeVar } from 'libpg-query';

export const rules = [
  'rewrite',
  'not-null',
  'index',
  'constraint',
  'validate',
  'removal',
  'rows',
  'lock',
  'lock-timeout',
  'transaction',
  'block',
] as const;
export type Rule = (typeof rules)[number];
export type Finding = [Rule, string];

/** What is known where a statement stands: earlier files, and this file so far. */
export interface Context {
  isFinish: boolean;
  /** Tables that this file creates. No one uses them yet. */
  newTables: Set<string>;
  /** Functions that this file creates, perhaps in place of one that it drops. */
  newFunctions: Set<string>;
  /** Tables that this file alters otherwise than by validating a constraint. */
  altered: Set<string>;
  /** Partitioned tables of all files. */
  partitioned: Set<string>;
  /** Checks by table and name: the columns that they prove not to be null. */
  checks: Map<string, { columns: string[]; isValid: boolean }>;
}

export const online =
  'Let db:migrate build it beside the traffic: buildOnline in server/src/operator.';
export const finishFirst =
  'Stop using it in this release, and remove it in a migration whose name ends in .finish.sql.';

export const nameOf = ({ schemaname, relname }: RangeVar): string =>
  schemaname && schemaname !== 'public' ? `${schemaname}.${relname}` : relname!;

export const lastName = (names: Node[] = []): string => {
  const last = names.at(-1);
  return last && 'String' in last ? last.String.sval! : '';
};

/** All nodes of a kind, at any depth. */
export function nodesIn(tree: unknown, kind: string): Record<string, unknown>[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) => [
    ...(key === kind ? [value as Record<string, unknown>] : []),
    ...nodesIn(value, kind),
  ]);
}
