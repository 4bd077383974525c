import { loadModule, type Node, type ParseResult, parseSync } from 'libpg-query';
import { type Context, lastName, nameOf, type Rule } from './migration-nodes.ts';
import { findingsIn } from './migration-rules.ts';

export interface MigrationFile {
  name: string;
  text: string;
}

export interface MigrationProblem {
  file: string;
  line: number;
  rule: Rule;
  message: string;
}

type Shared = Pick<Context, 'checks' | 'partitioned'>;

await loadModule();

/** What would stop requests or break the previous version. Files are given in their order. */
export function lintMigrations(files: MigrationFile[]): MigrationProblem[] {
  const shared: Shared = { checks: new Map(), partitioned: new Set() };
  return files.flatMap((file) => lintFile(file, shared));
}

function lintFile({ name, text }: MigrationFile, shared: Shared): MigrationProblem[] {
  const statements = parse(name, text);
  const context: Context = {
    isFinish: name.endsWith('.finish.sql'),
    newTables: new Set(),
    newFunctions: new Set(
      statements.flatMap(({ stmt }) =>
        'CreateFunctionStmt' in stmt ? lastName(stmt.CreateFunctionStmt.funcname) : [],
      ),
    ),
    altered: new Set(),
    ...shared,
  };
  return statements.flatMap(({ stmt, line }) => {
    const findings = findingsIn(stmt, context);
    remember(stmt, context);
    return findings.map(([rule, message]) => ({ file: name, line, rule, message }));
  });
}

function parse(name: string, text: string): { stmt: Node; line: number }[] {
  try {
    const bytes = Buffer.from(text);
    return ((parseSync(text) as ParseResult).stmts ?? []).map(
      ({ stmt, stmt_location: start = 0, stmt_len: length }) => {
        const own = bytes.subarray(start, length ? start + length : undefined).toString();
        const [skipped] = /^(?:\s+|--.*)*/.exec(own)!;
        const before = bytes.subarray(0, start).toString() + skipped;
        return { stmt: stmt!, line: before.split('\n').length };
      },
    );
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
  }
}

function remember(stmt: Node, { newTables, partitioned, altered, checks }: Context): void {
  if ('CreateStmt' in stmt) {
    const { relation, partspec } = stmt.CreateStmt;
    newTables.add(nameOf(relation!));
    if (partspec) partitioned.add(nameOf(relation!));
  }
  if ('CreateTableAsStmt' in stmt) newTables.add(nameOf(stmt.CreateTableAsStmt.into!.rel!));
  if (!('AlterTableStmt' in stmt)) return;
  const table = nameOf(stmt.AlterTableStmt.relation!);
  for (const each of stmt.AlterTableStmt.cmds ?? []) {
    if (!('AlterTableCmd' in each)) continue;
    const { subtype, name, def } = each.AlterTableCmd;
    if (subtype === 'AT_ValidateConstraint') {
      const check = checks.get(`${table} ${name}`);
      if (check) check.isValid = true;
      continue;
    }
    altered.add(table);
    if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def)
      checks.set(`${table} ${def.Constraint.conname}`, {
        columns: notNullColumns(def.Constraint.raw_expr),
        isValid: !def.Constraint.skip_validation,
      });
  }
}

/** The columns of "a is not null and b is not null". */
function notNullColumns(condition: Node | undefined): string[] {
  if (condition && 'BoolExpr' in condition && condition.BoolExpr.boolop === 'AND_EXPR')
    return (condition.BoolExpr.args ?? []).flatMap(notNullColumns);
  if (!condition || !('NullTest' in condition)) return [];
  const { arg, nulltesttype } = condition.NullTest;
  if (nulltesttype !== 'IS_NOT_NULL' || !arg || !('ColumnRef' in arg)) return [];
  return [lastName(arg.ColumnRef.fields)];
}
