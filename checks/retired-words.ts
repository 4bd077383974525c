import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface RetiredWord {
  find: RegExp;
  use: string;
  /** `code`: source files only. `texts`: documentation, contract and interface only. */
  in: 'all' | 'code' | 'texts';
}

/**
 * Names and phrases that the project no longer uses; see docs/glossary.md. The requirement ids
 * `jobs.chores` and `edit.somebody` stay.
 */
export const retiredWords: RetiredWord[] = [
  { find: /\bHappening\b/, use: 'NewEvent', in: 'code' },
  { find: /\bhappenings\b/i, use: 'events', in: 'all' },
  { find: /\bCrowd\b/, use: 'MatchIndex', in: 'code' },
  { find: /\bStanding\b/, use: 'TrackedPerson or status', in: 'code' },
  { find: /(?:type |interface |: |<)Ways\b/, use: 'JobTransactions or deps', in: 'code' },
  { find: /\bwaysOf\b/, use: 'a plain noun', in: 'code' },
  { find: /\b(?:WorkerCell|WayBack)\b/, use: 'JobDeps, BackLink', in: 'code' },
  { find: /\bway-back\b/, use: 'back-link', in: 'all' },
  { find: /\battendants?\b/i, use: 'lease', in: 'all' },
  { find: /\batCommit\b/, use: 'tx.defer', in: 'all' },
  { find: /\bfindOrMake\b/, use: 'findOrCreate', in: 'all' },
  { find: /\blongBeside\b/, use: 'extraSlotsForLongJobs', in: 'all' },
  { find: /\btakeAlong\b|\btake-along\b/, use: 'claimSiblingJobs', in: 'all' },
  { find: /(?<!jobs\.)\bchores?\b/i, use: 'maintenance', in: 'all' },
  { find: /\brequireInnocent\b/, use: 'rejectPromptInjection', in: 'all' },
  { find: /\bstrangerOf\b/, use: 'detectNonCsv', in: 'all' },
  { find: /\bendInVain\b/, use: 'failEnrichment', in: 'all' },
  { find: /\bgiveBack\b/, use: 'refund', in: 'all' },
  { find: /\b(?:useLineForm|LineRequest|manageLine)\b/, use: 'endpoint', in: 'all' },
  { find: /\bcauseOf\b|: Cause\b/, use: 'actorOf, ActorContext', in: 'code' },
  { find: /\bmostBytes\b/, use: 'maxBytes', in: 'all' },
  { find: /\batOnce\b/, use: 'batchSize or concurrency', in: 'all' },
  { find: /\bkeptOfAnswer\b/, use: 'maxStoredResponseBytes', in: 'all' },
  { find: /\blongest[A-Z]\w*/, use: 'max…', in: 'code' },
  { find: /\bexplained\(/, use: 'describeError(', in: 'all' },
  { find: /(?<!retired)-words\.ts\b/, use: '-labels.ts', in: 'all' },
  { find: /\bconsole\/src\/parts\b/, use: 'console/src/components', in: 'all' },
  { find: /\bchecks\/arrows\b/, use: 'checks/import-boundaries', in: 'all' },
  { find: /\bwhom?ever\b/i, use: 'an ordinary noun, such as "the caller"', in: 'all' },
  { find: /\be-mails?\b/i, use: 'email', in: 'all' },
  { find: /\bTake (?:off|back)\b/, use: 'Remove, Undo or Cancel', in: 'all' },
  { find: /['">`]Go on['"<`]/, use: 'Continue', in: 'all' },
  { find: /\bis not right\b/i, use: 'incorrect', in: 'all' },
  { find: /\bin vain\b/i, use: 'failed, without a result', in: 'all' },
  { find: /\b(?:is|are) told\b/i, use: 'gets, is sent, is shown', in: 'all' },
  { find: /\bunder way\b/i, use: 'in progress', in: 'texts' },
  { find: /(?<!edit\.)\bsomebody\b/i, use: 'someone, or an ordinary noun', in: 'texts' },
  { find: /\bnobody\b/i, use: 'no one, or an ordinary noun', in: 'texts' },
];

/** Lines that need a retired word: stored names, and foreign text that is matched on purpose. */
const allowed: { file: RegExp; line: RegExp }[] = [
  // Column names of imported files, and a misspelled field name.
  { file: /^(?:server|console\/test|contract)\/|^docs\/csv\.md$/, line: /\bE-[Mm]ails?\b/ },
  { file: /^server\/src\/imports\//, line: /['"`,;][Ee]-mail['"`,;]/ },
  { file: /^server\/src\/platform\/http\/unknown-fields\.test\.ts$/, line: /'e-mail'/ },
  // Sample values.
  {
    file: /\.test\.ts$|^docs\/(?:errors|identity)\.md$/,
    line: /['"`{]nobody|\bnobody\b(?= =)|\(nobody\)/,
  },
];

const notSearched =
  /^(?:docs\/glossary\.md|docs\/decisions\/0025-.*|CHANGELOG\.md|checks\/retired-words(?:\.test)?\.ts)$/;
const isCode = /\.(?:ts|tsx|sql|sh)$/;
const isSearched = /\.(?:ts|tsx|sql|md|sh)$|^contract\/.*\.json$/;
const hasTexts = /\.md$|^contract\/|^console\/src\//;

const wordsIn = (file: string): RetiredWord[] =>
  retiredWords.filter(
    (word) =>
      word.in === 'all' ||
      (word.in === 'code' && isCode.test(file)) ||
      (word.in === 'texts' && hasTexts.test(file)),
  );

/** Combined, because a search for each word would take seconds. */
const combine = (words: RetiredWord[]): RegExp[] =>
  [false, true].map((ignoreCase) => {
    const same = words.filter(({ find }) => find.ignoreCase === ignoreCase);
    return new RegExp(same.map(({ find }) => find.source).join('|'), ignoreCase ? 'gi' : 'g');
  });
const combined = new Map<string, RegExp[]>();

/** The retired words in a file, each with its line and what to use instead. */
export function findRetiredWords(file: string, text: string): string[] {
  if (!isSearched.test(file) || notSearched.test(file)) return [];
  const scope = `${isCode.test(file)} ${hasTexts.test(file)}`;
  const patterns = combined.get(scope) ?? combine(wordsIn(file));
  combined.set(scope, patterns);
  const matches = patterns.flatMap((pattern) => [...text.matchAll(pattern)]);
  return matches.flatMap(({ 0: matchedText, index }) => {
    const start = text.lastIndexOf('\n', index) + 1;
    const end = text.indexOf('\n', index);
    const line = text.slice(start, end === -1 ? undefined : end);
    if (allowed.some((each) => each.file.test(file) && each.line.test(line))) return [];
    const number = text.slice(0, index).split('\n').length;
    const word = wordsIn(file).find(({ find }) => find.test(matchedText))!;
    return [`${file}:${number}: "${matchedText}" is retired. Use: ${word.use}`];
  });
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => isSearched.test(file));
  const problems = files.flatMap((file) =>
    findRetiredWords(file, readFileSync(join(root, file), 'utf8')),
  );
  console.log(problems.length > 0 ? problems.join('\n') : `${files.length} files checked`);
  // An empty scan must not pass.
  process.exitCode = problems.length > 0 || files.length < 500 ? 1 : 0;
}
