type CheckStatus = 'ok' | 'warning' | 'problem';

/** One line of the report. */
export interface CheckFinding {
  about: string;
  status: CheckStatus;
  /** What was seen, or what is wrong. */
  message: string;
  /** What to do about it. */
  remedy?: string;
}

/** The result of a check. The name of the check is added later. */
export type CheckResult = Omit<CheckFinding, 'about'>;

export interface DoctorCheck {
  about: string;
  run: () => Promise<CheckResult | CheckResult[]>;
  /** What to do if it fails in an unexpected way or takes too long. */
  remedy: string;
  timeoutMs?: number;
}

export const okResult = (message: string): CheckResult => ({ status: 'ok', message });
export const warningResult = (message: string, remedy: string): CheckResult => ({
  status: 'warning',
  message,
  remedy,
});
export const problemResult = (message: string, remedy: string): CheckResult => ({
  status: 'problem',
  message,
  remedy,
});

const defaultTimeoutMs = 10_000;

/** Runs all checks at the same time. One that fails or hangs is a problem of its own. */
export async function runChecks(
  checks: DoctorCheck[],
  hide: (text: string) => string,
): Promise<CheckFinding[]> {
  const results = await Promise.all(checks.map((check) => runCheck(check)));
  return results.flat().map((finding) => ({ ...finding, message: hide(finding.message) }));
}

async function runCheck(check: DoctorCheck): Promise<CheckFinding[]> {
  const { about, run, remedy, timeoutMs = defaultTimeoutMs } = check;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(
      () => resolve(problemResult(`There was no response within ${timeoutMs / 1_000} s.`, remedy)),
      timeoutMs,
    );
  });
  const failed = (error: unknown) => problemResult(describeError(error), remedy);
  const result = await Promise.race([run().catch(failed), timeout]);
  clearTimeout(timer);
  return [result].flat().map((each) => ({ about, ...each }));
}

/** The message of an error and of its cause. Some errors of Node have only a code. */
export function describeError(error: unknown): string {
  const { message, code, cause, errors } = error as Error & { code?: string; errors?: Error[] };
  const [first] = errors ?? [];
  const own = (message || first?.message || code || 'It failed').replace(/\.$/, '');
  return cause instanceof Error ? `${own} (${describeError(cause)})` : `${own}.`;
}

/** Replaces secrets, which a foreign error message might quote. */
export function secretHider(secrets: string[]): (text: string) => string {
  const known = secrets.filter(({ length }) => length > 3).sort((a, b) => b.length - a.length);
  return (text) => known.reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text);
}
