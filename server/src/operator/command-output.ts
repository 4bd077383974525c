/** Where a command prints, such as the console. */
export interface CommandOutput {
  log: (line: string) => void;
  error: (line: string) => void;
}

/** A command line that cannot run. Its message is all that the operator reads. */
export class UsageError extends Error {}
