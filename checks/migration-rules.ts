import type { Node, RangeVar } from 'libpg-query';
import {
  type Context,
  type Finding,
  finishFirst,
  lastName,
  nameOf,
  nodesIn,
  online,
} from './migration-nodes.ts';
import { inCommand } from './migration-table-rules.ts';

const maxLockTimeoutMs = 5_000;
/** Why a statement must not run beside requests and processes of the previous version. */
export function findingsIn(stmt: Node, context: Context): Finding[] {
  const isNew = (table: RangeVar | undefined) => !!table && context.newTables.has(nameOf(table));
  if ('AlterTableStmt' in stmt) {
    const { relation, cmds = [], objtype } = stmt.AlterTableStmt;
    if (isNew(relation) || objtype !== 'OBJECT_TABLE') return [];
    return cmds.flatMap((cmd) =>
      'AlterTableCmd' in cmd ? inCommand(nameOf(relation!), cmd.AlterTableCmd, context) : [],
    );
  }
  if ('IndexStmt' in stmt) {
    const { relation, concurrent } = stmt.IndexStmt;
    // Of the parent alone, without its partitions: nothing is built.
    const isParentOnly = relation?.inh !== true && context.partitioned.has(nameOf(relation!));
    if (concurrent)
      return [['index', `It cannot run in a transaction, and each file is one. ${online}`]];
    if (isNew(relation) || isParentOnly) return [];
    return [['index', `Writes to "${nameOf(relation!)}" wait until it is built. ${online}`]];
  }
  if ('ReindexStmt' in stmt) return [['index', `It locks the table. ${online}`]];
  if ('ClusterStmt' in stmt || 'VacuumStmt' in stmt)
    return [['rewrite', 'It locks and rewrites the table. Leave it to autovacuum.']];
  if ('DropStmt' in stmt) return inDrop(stmt.DropStmt, context);
  if ('RenameStmt' in stmt) {
    const { renameType, relation } = stmt.RenameStmt;
    const isUnused = isNew(relation) || context.isFinish || unnamed.has(renameType!);
    return isUnused ? [] : [['removal', `The previous version uses the old name. ${finishFirst}`]];
  }
  if ('AlterEnumStmt' in stmt && stmt.AlterEnumStmt.oldVal && !context.isFinish)
    return [['removal', `The previous version uses the old value. ${finishFirst}`]];
  if ('LockStmt' in stmt)
    return [['lock', 'It stops requests until the file ends. Write it without an explicit lock.']];
  if ('VariableSetStmt' in stmt) return inSetting(stmt.VariableSetStmt);
  if ('TransactionStmt' in stmt)
    return [['transaction', 'Each file is one transaction already. Use several files.']];
  if ('DoStmt' in stmt) return inBlock(stmt.DoStmt.args);
  return inRows(stmt, isNew);
}

/** Names that no statement of the service mentions. */
const unnamed = new Set([
  'OBJECT_INDEX',
  'OBJECT_TABCONSTRAINT',
  'OBJECT_TRIGGER',
  'OBJECT_POLICY',
]);
const called = new Set(['OBJECT_FUNCTION', 'OBJECT_PROCEDURE', 'OBJECT_ROUTINE']);
const used = new Set([
  'OBJECT_TABLE',
  'OBJECT_VIEW',
  'OBJECT_MATVIEW',
  'OBJECT_TYPE',
  'OBJECT_SCHEMA',
  'OBJECT_SEQUENCE',
]);

function inDrop(
  { removeType = '', objects = [] }: { removeType?: string; objects?: Node[] },
  { isFinish, newFunctions }: Context,
): Finding[] {
  if (isFinish) return [];
  const isGone = objects.some(
    (each) =>
      !('ObjectWithArgs' in each) || !newFunctions.has(lastName(each.ObjectWithArgs.objname)),
  );
  return used.has(removeType) || (called.has(removeType) && isGone)
    ? [['removal', `The previous version uses it. ${finishFirst}`]]
    : [];
}

function inSetting({
  name,
  kind,
  args = [],
}: {
  name?: string;
  kind?: string;
  args?: Node[];
}): Finding[] {
  if (name !== 'lock_timeout' || kind !== 'VAR_SET_VALUE') return [];
  const [value] = args;
  const given = value && 'A_Const' in value ? value.A_Const : {};
  const milliseconds = given.sval ? inMilliseconds(given.sval.sval ?? '') : given.ival?.ival;
  return milliseconds && milliseconds <= maxLockTimeoutMs
    ? []
    : [
        [
          'lock-timeout',
          'Requests queue behind a lock that is waited for. Wait at most 5s; db:migrate tries again.',
        ],
      ];
}

function inMilliseconds(text: string): number | undefined {
  const [, amount, unit = 'ms'] = /^(\d+)\s*(ms|s)?$/.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) * (unit === 's' ? 1_000 : 1);
}

const inDisguise =
  /\b(?:alter|update|delete|drop|truncate|lock|merge|rename|reindex|create\s+(?:unique\s+)?index)\b/i;

/** PL/pgSQL is text to the SQL grammar, so its words are searched. */
function inBlock(args: Node[] = []): Finding[] {
  const body = args
    .flatMap((each) => ('DefElem' in each && each.DefElem.arg ? [each.DefElem.arg] : []))
    .map((each) => ('String' in each ? each.String.sval : ''))
    .join('\n')
    .replace(/--.*$/gm, '');
  const found = inDisguise.exec(body)?.[0];
  return found
    ? [
        [
          'block',
          `This check cannot read "${found}" in a do block. Write it as a statement of the file.`,
        ],
      ]
    : [];
}

function inRows(stmt: Node, isNew: (table: RangeVar | undefined) => boolean): Finding[] {
  const changes = ['UpdateStmt', 'DeleteStmt', 'MergeStmt'].flatMap((kind) => nodesIn(stmt, kind));
  const tables = changes.map(({ relation }) => relation as RangeVar | undefined);
  const emptied = nodesIn(stmt, 'TruncateStmt').flatMap(({ relations }) =>
    (relations as Node[]).flatMap((each) => ('RangeVar' in each ? each.RangeVar : [])),
  );
  return [...tables, ...emptied].every(isNew)
    ? []
    : [
        [
          'rows',
          'The rows stay locked until the file ends. Change them in batches, in a maintenance step or an operator command.',
        ],
      ];
}
