import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { ParsingTask } from './parser.ts';
import { emptyHeader, readHeaderOnly, readMessage, withoutBody } from './read-message.ts';
import { splitMessage } from './split-message.ts';

// On Linux this lowers only the priority of this thread, so that the event loop goes first.
if (process.platform === 'linux') setPriority(10);

async function run(task: ParsingTask) {
  const source = 'raw' in task ? splitMessage(task.raw) : task.source;
  try {
    return await (task.isHeaderOnly ? readHeaderOnly(source) : readMessage(source));
  } catch {
    return task.isHeaderOnly ? withoutBody(emptyHeader) : readHeaderOnly(source);
  }
}

parentPort!.on('message', (task: ParsingTask) => {
  // An unexpected failure ends the thread, and the pool starts another.
  void run(task).then((message) => parentPort!.postMessage(message));
});
parentPort!.postMessage('ready');
