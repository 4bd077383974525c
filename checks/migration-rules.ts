import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const changesRows = 'Change rows in batches beside the traffic: a job does it, not a change.';
const removesTooEarly =
  'The previous version may still use it. Remove it in a file that ends in .finish.sql.';

/** Statements that squawk accepts and we refuse: their beginning, and the alternative. */
const refusedStatements: [statement: RegExp, remedy: string][] = [
  [/^(update|delete|truncate)\b/, changesRows],
  [/^with\b.*\b(update|delete)\b/s, changesRows],
  [/^lock\b/, 'A change works without an explicit lock.'],
  [/^set\b.*\b(lock|statement)_timeout\b/s, 'The runner sets the time limits.'],
  [/^do\b/, 'Write what the block does as a statement, so that it is checked.'],
  [/^(vacuum|cluster|alter table \S+ set (un)?logged)\b/, 'It locks the table while it is copied.'],
  [/^alter type \S+ rename value\b/, removesTooEarly],
];

/** A function that the file creates again may be dropped, because calls of it keep working. */
const isRemovedFunction = (statement: string, all: string[]): boolean => {
  const name = /^drop function (?:if exists )?(\w+)/.exec(statement)?.[1];
  return name !== undefined && !all.some((other) => other.startsWith(`create function ${name}(`));
};

const onlineStatement = /^(drop index concurrently if exists|create (unique )?index concurrently) /;

/** The problems of a change that squawk does not find. */
export function changeProblems(folder: string, file: string): string[] {
  const statements = statementsOf(readFileSync(join(folder, file), 'utf8'));
  const all = statements.map(({ text }) => text);
  const isFinish = file.endsWith('.finish.sql');
  return statements.flatMap(({ text, line }) => {
    const remedies = refusedStatements.flatMap(([statement, remedy]) =>
      statement.test(text) && !(isFinish && remedy === removesTooEarly) ? [remedy] : [],
    );
    if (!isFinish && isRemovedFunction(text, all)) remedies.push(removesTooEarly);
    if (file.endsWith('.online.sql') && !onlineStatement.test(text))
      remedies.push('A file that ends in .online.sql drops and creates indexes concurrently.');
    return remedies.map((remedy) => `${file}:${line}: ${remedy}`);
  });
}

/** In lower case, with single spaces, and without comments and texts. */
function statementsOf(sql: string): { text: string; line: number }[] {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ');
  const plain = sql
    .replace(/(\$\w*\$).*?\1/gs, blank)
    .replace(/'(?:[^']|'')*'/g, blank)
    .replace(/--.*/g, blank)
    .toLowerCase();
  let at = 0;
  return plain.split(';').flatMap((part) => {
    const begins = at + part.search(/\S/);
    at += part.length + 1;
    const text = part.trim().replace(/\s+/g, ' ').replace(/ \(/g, '(');
    return text === '' ? [] : [{ text, line: plain.slice(0, begins).split('\n').length }];
  });
}
