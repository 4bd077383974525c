import pg from 'pg';
import { type Database, raw, type Sql, sql, type Tx } from '../../src/platform/db/index.ts';

export interface QueryPlan {
  statement: string;
  /** Pages read, cached or not, which is the same on every machine. */
  buffers: number;
  indexes: string[];
  /** Tables read sequentially. */
  scanned: string[];
}

/** Grow with every workspace, so that reading one sequentially is never right. */
export const isBigTable = (name: string): boolean =>
  /^(prospect|prospect_word|prospect_list|prospect_tag|enrollment|outbound_message|conversation|message)$/.test(
    name,
  );

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Node[];
}

interface ExplainRow {
  'QUERY PLAN': [{ Plan: Node }];
}

interface SentStatement {
  statement: Sql;
  isPrepared?: boolean;
}

/** Runs `work`, explains every statement it sent, and rolls everything back. */
export async function explainStatements(
  db: Database,
  workspaceId: string,
  work: (tx: Tx) => Promise<unknown>,
): Promise<QueryPlan[]> {
  return db.transaction(workspaceId, async (tx) => {
    const scannedBefore = await selectScans(tx);
    const reads: SentStatement[] = [];
    const writes: Sql[] = [];
    const watched = new Proxy(tx, {
      get(target, name) {
        if (name === 'defer') return (statement: Sql) => writes.push(statement);
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          if (name === 'rows') {
            const [statement, options] = args as Parameters<Tx['rows']>;
            reads.push({ statement: statement as Sql, ...options });
          }
          return Reflect.apply(member, target, args) as unknown;
        };
      },
    });
    await work(watched);
    const plans: QueryPlan[] = [];
    for (const { statement, isPrepared } of [
      ...reads,
      ...writes.map((statement): SentStatement => ({ statement })),
    ]) {
      plans.push(await planOf(tx, statement));
      if (isPrepared) plans.push(await genericPlanOf(tx, statement));
    }
    tx.discard();
    const unseen = (await selectScans(tx)).filter(
      ({ name, count }) => count > (scannedBefore.find((table) => table.name === name)?.count ?? 0),
    );
    const scanned = unseen.map(({ name }) => name);
    return [...plans, { statement: 'triggers', buffers: 0, indexes: [], scanned }];
  });
}

/**
 * Tables that were read sequentially, including by cascades and other triggers, which no plan shows.
 * Recent statements of the same connection are counted too.
 */
const selectScans = (tx: Tx) =>
  tx.rows<{ name: string; count: number }>(sql`
    select relname as name, seq_scan::int as count from pg_stat_xact_user_tables where seq_scan > 0`);

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map((each) => JSON.stringify(each)).join(',')}}`;
  return value instanceof Date ? value.toISOString() : String(value);
}

/** PostgreSQL may plan a prepared statement without its values. */
async function genericPlanOf(tx: Tx, statement: Sql): Promise<QueryPlan> {
  const values = statement.values.map((value) =>
    value === null ? 'null' : pg.escapeLiteral(textOf(value)),
  );
  await tx.run(sql`set local plan_cache_mode = force_generic_plan`);
  await tx.run(raw(`prepare explained as ${statement.text}`));
  const list = values.length === 0 ? '' : `(${values.join(', ')})`;
  const [row] = await tx.rows<ExplainRow>(
    raw(`explain (analyze, buffers, format json) execute explained${list}`),
  );
  await tx.run(sql`deallocate explained`);
  await tx.run(sql`set local plan_cache_mode = auto`);
  return readPlan(statement, row!);
}

async function planOf(tx: Tx, statement: Sql): Promise<QueryPlan> {
  const explained = sql(
    [
      `explain (analyze, buffers, format json) ${statement.strings[0]}`,
      ...statement.strings.slice(1),
    ],
    ...statement.values,
  );
  const [row] = await tx.rows<ExplainRow>(explained);
  return readPlan(statement, row!);
}

function readPlan(statement: Sql, row: ExplainRow): QueryPlan {
  const root = row['QUERY PLAN'][0].Plan;
  const nodes = [...nodesOf(root)];
  return {
    statement: statement.sql.replaceAll(/\s+/g, ' ').trim(),
    buffers: root['Shared Hit Blocks'] + root['Shared Read Blocks'],
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    scanned: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name']!),
  };
}

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of node.Plans ?? []) yield* nodesOf(child);
}
