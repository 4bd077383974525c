import type { AlterTableCmd, ColumnDef, Constraint, Node } from 'libpg-query';
import {
  type Context,
  type Finding,
  finishFirst,
  lastName,
  nodesIn,
  online,
} from './migration-nodes.ts';

/** Why a part of `alter table` must not run on a table in use. */
export function inCommand(table: string, command: AlterTableCmd, context: Context): Finding[] {
  const { subtype, name, def } = command;
  switch (subtype) {
    case 'AT_AddColumn':
      return def && 'ColumnDef' in def ? inColumn(def.ColumnDef) : [];
    case 'AT_AddConstraint':
      return def && 'Constraint' in def ? inConstraint(def.Constraint) : [];
    case 'AT_AlterColumnType':
    case 'AT_SetLogged':
    case 'AT_SetUnLogged':
    case 'AT_SetTableSpace':
    case 'AT_SetAccessMethod':
    case 'AT_AddIdentity':
      return [
        [
          'rewrite',
          'It may rewrite or scan the whole table under a lock. Add a new column, fill it in batches, and use it instead.',
        ],
      ];
    case 'AT_SetNotNull': {
      const isProven = [...context.checks].some(
        ([key, { columns, isValid }]) =>
          key.startsWith(`${table} `) && isValid && columns.includes(name!),
      );
      if (isProven) return [];
      const check = `check (${name} is not null) not valid`;
      return [
        [
          'not-null',
          `It scans the whole table under a lock. First add "${check}", and validate it in the next file.`,
        ],
      ];
    }
    case 'AT_ValidateConstraint':
      return context.altered.has(table)
        ? [['validate', `This file locks "${table}" already. Validate in a file of its own.`]]
        : [];
    case 'AT_DropColumn':
      return context.isFinish
        ? []
        : [['removal', `The previous version uses the column "${name}". ${finishFirst}`]];
    default:
      return [];
  }
}

/** Functions whose value is the same for all rows, so that it is stored once. */
const stable = new Set(['now', 'transaction_timestamp', 'statement_timestamp']);
const serial = new Set(['serial', 'bigserial', 'smallserial', 'serial2', 'serial4', 'serial8']);

function inColumn({ colname, typeName, constraints = [] }: ColumnDef): Finding[] {
  const given = constraints.flatMap((each) => ('Constraint' in each ? each.Constraint : []));
  const ofType = (type: Constraint['contype']) => given.find(({ contype }) => contype === type);
  const rewritten: Finding = [
    'rewrite',
    `Each row needs its own value of "${colname}", so the table is rewritten. Add it without a default, and fill it in batches.`,
  ];
  const findings: Finding[] = [];
  const defaultValue = ofType('CONSTR_DEFAULT');
  if (
    serial.has(lastName(typeName?.names)) ||
    ofType('CONSTR_GENERATED') ||
    ofType('CONSTR_IDENTITY') ||
    (defaultValue && !isSameForAllRows(defaultValue.raw_expr))
  )
    findings.push(rewritten);
  else if (ofType('CONSTR_NOTNULL') && !defaultValue)
    findings.push([
      'not-null',
      `Existing rows, and those of the previous version, have no "${colname}". Give it a constant default.`,
    ]);
  if (ofType('CONSTR_PRIMARY') || ofType('CONSTR_UNIQUE'))
    findings.push(['index', `It builds an index under a lock. ${online}`]);
  if (ofType('CONSTR_CHECK') || ofType('CONSTR_FOREIGN')) findings.push(scanned);
  return findings;
}

const isSameForAllRows = (value: unknown): boolean =>
  nodesIn(value, 'FuncCall').every((call) =>
    stable.has(lastName((call as { funcname?: Node[] }).funcname)),
  );

const scanned: Finding = [
  'constraint',
  'It scans the whole table under a lock. Add the constraint as "not valid", and validate it in the next file.',
];

function inConstraint({ contype, skip_validation, indexname }: Constraint): Finding[] {
  if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN')
    return skip_validation ? [] : [scanned];
  if (contype === 'CONSTR_EXCLUSION' || !indexname)
    return [
      ['index', `It builds an index under a lock. ${online} Then add it with "using index".`],
    ];
  return [];
}
