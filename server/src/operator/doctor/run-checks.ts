type Status = 'ok' | 'warning' | 'problem';

/** One line of the report. */
export interface Finding {
  about: string;
  status: Status;
  /** What was seen, or what is wrong. */
  message: string;
  /** What to do about it. */
  remedy?: string;
}

/** What a check returns: its own name is added later. */
export type Result = Omit<Finding, 'about'>;

export interface Check {
  about: string;
  run: () => Promise<Result | Result[]>;
  /** What to do if it fails in an unexpected way or takes too long. */
  remedy: string;
  timeoutMs?: number;
}

export const ok = (message: string): Result => ({ status: 'ok', message });
export const warning = (message: string, remedy: string): Result => ({
  status: 'warning',
  message,
  remedy,
});
export const problem = (message: string, remedy: string): Result => ({
  status: 'problem',
  message,
  remedy,
});

const defaultTimeoutMs = 10_000;

/** Runs all checks at the same time. One that fails or hangs is a problem of its own. */
export async function runChecks(
  checks: Check[],
  hide: (text: string) => string,
): Promise<Finding[]> {
  const results = await Promise.all(checks.map((check) => runCheck(check)));
  return results.flat().map((finding) => ({ ...finding, message: hide(finding.message) }));
}

async function runCheck(check: Check): Promise<Finding[]> {
  const { about, run, remedy, timeoutMs = defaultTimeoutMs } = check;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Result>((resolve) => {
    timer = setTimeout(
      () => resolve(problem(`There was no response within ${timeoutMs / 1_000} s.`, remedy)),
      timeoutMs,
    );
  });
  const failed = (error: unknown) => problem(describe(error), remedy);
  const result = await Promise.race([run().catch(failed), timeout]);
  clearTimeout(timer);
  return [result].flat().map((each) => ({ about, ...each }));
}

/** The message of an error and of its cause. Some errors of Node have only a code. */
export function describe(error: unknown): string {
  const { message, code, cause, errors } = error as Error & { code?: string; errors?: Error[] };
  const [first] = errors ?? [];
  const own = (message || first?.message || code || 'It failed').replace(/\.$/, '');
  return cause instanceof Error ? `${own} (${describe(cause)})` : `${own}.`;
}

/** Replaces secrets, which a foreign error message might quote. */
export function hiding(secrets: string[]): (text: string) => string {
  const known = secrets.filter(({ length }) => length > 3).sort((a, b) => b.length - a.length);
  return (text) => known.reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text);
}
