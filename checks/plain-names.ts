import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A name or a sentence that a reader has to look up or to read twice. */
export interface PlainNameProblem {
  rule: 'single word' | 'same file name' | 'union tag' | 'comment';
  file: string;
  line: number;
  text: string;
}

/**
 * Exported names of one word that say what they are: nouns of the domain, of the protocols, and verbs
 * that are the whole interface of a module. Everything else carries its noun, such as `SmtpReply`.
 */
const plainWords = new Set(
  [
    'Prospect Lead Note Task Token View Webhook Member Membership Invitation Import Delivery Notification',
    'Role roles Stage stages Requirement requirements Endpoint routes Suppression Model Identity Job Mailer',
    'Database Tx Egress Caller Call Config Sealing',
    // Builders of fields, which read like those of zod.
    'id ids ref text count timestamp',
    // Kinds of metrics in Prometheus.
    'counter gauge histogram',
    // Helpers of tests and of the fuzzer.
    'Tenant Tenants Installation Haproxy Dovecot Fuzzer Random linear problems astral',
  ].flatMap((line) => line.split(' ')),
);

const namesAreChecked = /^(?:server\/(?:src|dev|test)|contract|bench|torture|checks)\//;
const isSource = /\.tsx?$/;
/** Generated files, and the examples of the test of this check. */
const isExcluded = /\.gen\.ts$|^checks\/plain-names\.test\.ts$/;

const exportedName =
  /^export (?:abstract |async )*(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
const isSingleWord = /^(?:[a-z][a-z0-9]*|[A-Z][a-z0-9]*)$/;

/** The tag of a union says `kind` or `status`. */
const unionTag = /[|=]\s*\{\s*(?:what|why|at): '[\w-]+'/g;

const comment = /^[ \t]*(?:\/\*\*?([\s\S]*?)\*\/|\/\/ ?(.*(?:\n[ \t]*\/\/ ?.*)*))/gm;
/** Clauses that stand for a noun. */
const nounClause =
  /\b(?:of|by|to|from|with) which\b|\bthat which\b|\bwhat(?:ever)? (?:of|in|about) (?:it|them)\b|\bwhat was \w+ of\b|\b[Tt]hat (?:by|of|with) that\b/;
const maxWords = 35;

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

export function findUnclearNames(file: string, text: string): PlainNameProblem[] {
  if (!isSource.test(file) || isExcluded.test(file)) return [];
  const problems: PlainNameProblem[] = [];
  const add = (rule: PlainNameProblem['rule'], index: number, found: string) =>
    problems.push({ rule, file, line: lineAt(text, index), text: found });
  if (namesAreChecked.test(file))
    for (const match of text.matchAll(exportedName))
      if (isSingleWord.test(match[1]!) && !plainWords.has(match[1]!))
        add('single word', match.index, match[1]!);
  for (const match of text.matchAll(unionTag))
    add('union tag', match.index, match[0].slice(1).trim());
  for (const match of text.matchAll(comment))
    for (const sentence of sentencesOf(match[1] ?? match[2] ?? ''))
      if (nounClause.test(sentence) || sentence.split(/\s+/).length > maxWords)
        add('comment', match.index, sentence);
  return problems;
}

const sentencesOf = (text: string): string[] =>
  text
    .replaceAll(/^\s*(?:\*|\/\/)\s?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.:;!?])\s+(?=[A-Z`])/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);

/** Files that a reader opens by their name alone, wherever they are. */
const conventionalNames = new Set(['index.ts']);

export function findSameFileNames(files: readonly string[]): PlainNameProblem[] {
  const sources = files.filter((file) => /^server\/src\/.*(?<!\.test)\.ts$/.test(file));
  return [...Map.groupBy(sources, (file) => basename(file))]
    .filter(([name, same]) => same.length > 1 && !conventionalNames.has(name))
    .map(([name, same]) => ({
      rule: 'same file name',
      file: same[0]!,
      line: 1,
      text: `${name} in ${same.map((file) => dirname(file)).join(', ')}`,
    }));
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
  const problems = [
    ...findSameFileNames(files),
    ...files
      .filter((file) => isSource.test(file))
      .flatMap((file) => findUnclearNames(file, readFileSync(join(root, file), 'utf8'))),
  ];
  for (const { rule, file, line, text } of problems)
    console.log(`${file}:${line}: ${rule}: ${text}`);
  console.log(`${files.length} files, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
