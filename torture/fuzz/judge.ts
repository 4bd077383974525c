import { atLeast, basePath, errorStatus } from '@outcrop/contract';
import type { ErrorObject } from 'ajv';
import type { Attempt } from './attempt.ts';
import { csvProblems } from './csv.ts';
import { errorProblems } from './document.ts';
import { isForgiven, requestProblems } from './request-problems.ts';
import type { Answer } from './wire.ts';

export interface Complaint {
  /** The same for the same kind of failure: by it a smaller request is known to fail alike. */
  kind: string;
  text: string;
  /** Holds for this very request only, so that nothing may be taken away from it. */
  isAboutAll?: boolean;
}

/** What no caller should ever read: stacks, files of ours, and words of PostgreSQL. */
const leaks = new RegExp(
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

/** Answers that belong to a path or to HTTP itself, and so to no operation. */
const beyondOperations = new Map([
  [400, ['bad_request']],
  [401, ['unauthorized']],
  [404, ['not_found']],
  [405, ['method_not_allowed']],
  [431, ['bad_request']],
]);

/** Everything that is wrong with an answer. */
export function judge(attempt: Attempt, answer: Answer, canary: string): Complaint[] {
  const { status, headers, text } = answer;
  const found: Complaint[] = [];
  const complain = (kind: string, about: string, isAboutAll = false) =>
    found.push({ kind, text: about, isAboutAll });

  if (leaks.test(text)) complain('leak', `tells of our insides: ${leaks.exec(text)?.[0]}`);
  if (text.includes(canary)) complain('foreign row', 'shows a row of another workspace');
  if (!/^[0-9a-f-]{36}$/.test(headers['x-correlation-id'] ?? ''))
    complain('correlation id', 'has no X-Correlation-Id');
  const isPublic = !attempt.path.startsWith(basePath.manage);
  if (attempt.method === 'OPTIONS' && status === 204 && isPublic) return found;
  // What is not HTTP is answered before anyone knows whom it was for.
  if (!isPublic && headers['access-control-allow-origin'] && status !== 400 && status !== 431)
    complain('origin', 'lets pages of any origin read the manage API');
  const declared = attempt.operation?.answers.get(status);
  const type = headers['content-type'] ?? '';
  const isTable = declared?.otherTypes.includes('text/csv') && type.startsWith('text/csv');
  if (type !== `${isTable ? 'text/csv' : 'application/json'}; charset=utf-8`)
    complain('content type', `has the content type ${type}`);
  if ((status === 429 || status === 503) && !/^[1-9]\d*$/.test(headers['retry-after'] ?? ''))
    complain('retry-after', 'does not say when to try again');

  const isHead = attempt.method === 'HEAD';
  if (isTable) {
    const problems = isHead ? [] : csvProblems(text);
    if (problems.length > 0) complain('table', `is no good table: ${problems.join('; ')}`);
    return [...found, ...unexpected(attempt, answer)];
  }
  const body = asJson(text);
  const code = status === 200 ? '' : ((body as ErrorBody)?.error?.code ?? '');
  const atPath =
    attempt.operation && !attempt.hasOddHead ? undefined : beyondOperations.get(status);
  if (status >= 500 && !(status === 503 && attempt.operation?.isBuilt === false))
    complain(`status ${status}`, `is a ${status}`);
  if (!declared && !atPath)
    complain(`undeclared ${status}`, `has the status ${status}, which is not declared`);
  else if (
    !isHead &&
    status !== 200 &&
    ![...(declared?.codes ?? []), ...(atPath ?? [])].includes(code)
  )
    complain(
      `undeclared ${status} ${code}`,
      `has the code "${code}", which is not declared with ${status}`,
    );

  if (!isHead) {
    const problems = declared ? declared.problems(body) : errorProblems(body);
    if (problems.length > 0)
      complain('schema', `is not as documented: ${problems.map(spelled).join('; ')}`);
    const { error } = (body ?? {}) as ErrorBody;
    if (status !== 200 && error?.correlationId !== headers['x-correlation-id'])
      complain('correlation id', 'has one correlation id in its head and another in its body');
    const right = errorStatus[code as keyof typeof errorStatus];
    if (code !== '' && right !== status && status !== 431)
      complain(`status of ${code}`, `has the status ${status}, but ${code} goes with ${right}`);
  }
  const tooLong = ((body as ErrorBody)?.error?.issues ?? []).some(
    ({ path, message }) => path.at(-1) === attempt.fullAt && message.includes('at most'),
  );
  if (tooLong)
    complain('limit', `calls ${attempt.fullAt} too long, which is as long as allowed`, true);
  return [...found, ...unexpected(attempt, answer)];
}

interface ErrorBody {
  error?: {
    code?: string;
    correlationId?: string;
    issues?: { path: (string | number)[]; message: string }[];
  };
}

/** Answers that may be right for some request, but not for this one. */
function* unexpected(attempt: Attempt, { status, headers }: Answer): Generator<Complaint> {
  const { operation, caller, mustGet, foreignAt, hasOddHead } = attempt;
  const isTooLow = operation && caller && !atLeast(caller.role, operation.role);
  const isAway = operation?.isBuilt === false;
  const before = mustGet === 401 ? [] : [429, isTooLow && 403, isAway && 503];
  const http = hasOddHead ? [400, 431] : [];
  if (mustGet !== undefined && ![mustGet, ...before, ...http].includes(status))
    yield { kind: 'mistake', text: `should be ${mustGet}, but is ${status}`, isAboutAll: true };
  if (status === 405 && operation)
    yield { kind: '405', text: `is 405, but the document has ${operation.key} there` };
  if (status === 405 && !headers.allow) yield { kind: '405', text: 'does not say what is allowed' };
  if (status !== 200 || !operation) return;
  if (isTooLow) yield { kind: 'role', text: `is 200, but ${operation.role} is needed` };
  const problems = requestProblems(attempt, operation);
  if (problems.length > 0)
    yield { kind: 'accepted', text: `is 200, but the document forbids: ${problems.join('; ')}` };
  else if (
    foreignAt !== undefined &&
    !isForgiven(attempt, operation, foreignAt) &&
    // It may have been there when the request was made for the first time.
    !headers['idempotency-replayed']
  )
    yield {
      kind: 'foreign id',
      text: `is 200, but ${foreignAt} names what is not in the workspace`,
      isAboutAll: true,
    };
}

const spelled = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`;

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
