import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';

export interface DevCommand {
  /** Everything it has printed. */
  output: () => string;
  /** Waits until the output after `from` matches. */
  printed: (pattern: RegExp, from?: number) => Promise<RegExpExecArray>;
  /** Sends a signal and waits until this process and all processes that it started have ended. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** Runs `npm run dev` in a checkout, with its own database if `environment` names one. */
export function startDevCommand(
  root: string,
  args: string[],
  environment: NodeJS.ProcessEnv,
): DevCommand {
  const { NODE_ENV: _, VITEST: __, ...inherited } = process.env;
  const child = spawn(process.execPath, ['server/dev/dev.ts', ...args], {
    cwd: root,
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  // Not "exit": the streams close when the last process that inherited them has ended.
  const closed = once(child, 'close').then(([code]) => {
    process.off('exit', kill);
    return code as number | null;
  });
  let output = '';
  const lines = new EventEmitter();
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      output += `${line}\n`;
      lines.emit('line');
    });
  return {
    output: () => output,
    printed: async (pattern, from = 0) => {
      const ended = closed.then(() => {
        throw new Error(`The command ended without printing ${pattern}:\n${output}`);
      });
      ended.catch(() => {});
      for (;;) {
        const match = pattern.exec(output.slice(from));
        if (match) return match;
        await Promise.race([once(lines, 'line'), ended]);
      }
    },
    end: (signal) => {
      child.kill(signal);
      return closed;
    },
  };
}
