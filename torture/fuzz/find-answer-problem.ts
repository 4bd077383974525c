import { atLeast, basePath, errorStatus } from '@outcrop/contract';
import type { ErrorObject } from 'ajv';
import { csvProblems } from './csv.ts';
import { errorProblems } from './document.ts';
import type { WireAnswer } from './raw-connection.ts';
import type { RequestAttempt } from './request-attempt.ts';
import { isIgnored, requestProblems } from './request-problems.ts';

export interface AnswerProblem {
  /** Identifies the failure while the request is made smaller. */
  kind: string;
  text: string;
  /** The request must not be made smaller. */
  cannotShrink?: boolean;
}

/** Stack traces, file names and PostgreSQL messages, which must not reach callers. */
const leakedText = new RegExp(
  [
    String.raw`\\n\s+at `,
    String.raw`\bat \S+ \(`,
    String.raw`[\w/-]\.[jt]s:\d+`,
    String.raw`node:[\w/]+:\d+`,
    'node_modules|FST_|HPE_|SQLSTATE',
    'syntax error at|violates [a-z-]+ constraint|invalid input syntax|invalid byte sequence',
    String.raw`(?:relation|column|constraint|function) \\"`,
    String.raw`insert into \w+ \(|update \w+ set|delete from \w+ where`,
    'select .{1,200} from (?:prospect|list|tag|workspace|api_token|idempotency)',
  ].join('|'),
  'i',
);

/** Answers that may come from the router or the HTTP parser. */
const answersOutsideOperations = new Map([
  [400, ['bad_request']],
  [401, ['unauthorized']],
  [404, ['not_found']],
  [405, ['method_not_allowed']],
  [431, ['bad_request']],
]);

export function findAnswerProblem(
  attempt: RequestAttempt,
  answer: WireAnswer,
  canary: string,
): AnswerProblem[] {
  const { status, headers, text } = answer;
  const answerProblems: AnswerProblem[] = [];
  const report = (kind: string, about: string, isAboutAll = false) =>
    answerProblems.push({ kind, text: about, cannotShrink: isAboutAll });

  if (leakedText.test(text)) report('leak', `leaks internals: ${leakedText.exec(text)?.[0]}`);
  if (text.includes(canary)) report('foreign row', 'shows a row of another workspace');
  if (!/^[0-9a-f-]{36}$/.test(headers['x-correlation-id'] ?? ''))
    report('correlation id', 'has no X-Correlation-Id');
  const isPublic = !attempt.path.startsWith(basePath.manage);
  if (attempt.method === 'OPTIONS' && status === 204 && isPublic) return answerProblems;
  // Invalid HTTP is answered before the path is known.
  if (!isPublic && headers['access-control-allow-origin'] && status !== 400 && status !== 431)
    report('origin', 'allows any origin to read the manage API');
  const declared = attempt.operation?.answers.get(status);
  const type = headers['content-type'] ?? '';
  const isCsv = declared?.otherTypes.includes('text/csv') && type.startsWith('text/csv');
  if (type !== `${isCsv ? 'text/csv' : 'application/json'}; charset=utf-8`)
    report('content type', `has the content type ${type}`);
  if ((status === 429 || status === 503) && !/^[1-9]\d*$/.test(headers['retry-after'] ?? ''))
    report('retry-after', 'has no valid Retry-After');

  const isHead = attempt.method === 'HEAD';
  if (isCsv) {
    const problems = isHead ? [] : csvProblems(text);
    if (problems.length > 0) report('table', `is not a valid CSV file: ${problems.join('; ')}`);
    return [...answerProblems, ...unexpectedAnswers(attempt, answer)];
  }
  const body = asJson(text);
  const code = status === 200 ? '' : ((body as ErrorBody)?.error?.code ?? '');
  const atPath =
    attempt.operation && !attempt.hasUnusualHead ? undefined : answersOutsideOperations.get(status);
  if (status >= 500) report(`status ${status}`, `is a ${status}`);
  if (!declared && !atPath)
    report(`undeclared ${status}`, `has the status ${status}, which is not declared`);
  else if (
    !isHead &&
    status !== 200 &&
    ![...(declared?.codes ?? []), ...(atPath ?? [])].includes(code)
  )
    report(
      `undeclared ${status} ${code}`,
      `has the code "${code}", which is not declared with ${status}`,
    );

  if (!isHead) {
    const problems = declared ? declared.problems(body) : errorProblems(body);
    if (problems.length > 0)
      report('schema', `does not match the document: ${problems.map(problemText).join('; ')}`);
    const { error } = (body ?? {}) as ErrorBody;
    if (status !== 200 && error?.correlationId !== headers['x-correlation-id'])
      report('correlation id', 'has different correlation ids in header and body');
    const right = errorStatus[code as keyof typeof errorStatus];
    if (code !== '' && right !== status && status !== 431)
      report(`status of ${code}`, `has the status ${status}, but ${code} goes with ${right}`);
  }
  const tooLong = ((body as ErrorBody)?.error?.issues ?? []).some(
    ({ path, message }) => path.at(-1) === attempt.maxLengthField && message.includes('at most'),
  );
  if (tooLong)
    report(
      'limit',
      `rejects ${attempt.maxLengthField}, which has exactly the maximum length`,
      true,
    );
  return [...answerProblems, ...unexpectedAnswers(attempt, answer)];
}

interface ErrorBody {
  error?: {
    code?: string;
    correlationId?: string;
    issues?: { path: (string | number)[]; message: string }[];
  };
}

/** Answers that are valid in general, but not for this request. */
function* unexpectedAnswers(
  attempt: RequestAttempt,
  { status, headers }: WireAnswer,
): Generator<AnswerProblem> {
  const {
    operation,
    caller,
    expectedStatus: mustGet,
    foreignAt,
    hasUnusualHead: hasOddHead,
  } = attempt;
  const isTooLow = operation && caller && !atLeast(caller.role, operation.role);
  const before = mustGet === 401 ? [] : [429, isTooLow && 403];
  const http = hasOddHead ? [400, 431] : [];
  if (mustGet !== undefined && ![mustGet, ...before, ...http].includes(status))
    yield { kind: 'mistake', text: `should be ${mustGet}, but is ${status}`, cannotShrink: true };
  if (status === 405 && operation)
    yield { kind: '405', text: `is 405, but the document has ${operation.key} there` };
  if (status === 405 && !headers.allow) yield { kind: '405', text: 'has no Allow header' };
  if (status !== 200 || !operation) return;
  if (isTooLow) yield { kind: 'role', text: `is 200, but ${operation.role} is needed` };
  const problems = requestProblems(attempt, operation);
  if (problems.length > 0)
    yield { kind: 'accepted', text: `is 200, but the document forbids: ${problems.join('; ')}` };
  else if (
    foreignAt !== undefined &&
    !isIgnored(attempt, operation, foreignAt) &&
    // It may have existed at the first request.
    !headers['idempotency-replayed']
  )
    yield {
      kind: 'foreign id',
      text: `is 200, but ${foreignAt} names what is not in the workspace`,
      cannotShrink: true,
    };
}

const problemText = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`;

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
