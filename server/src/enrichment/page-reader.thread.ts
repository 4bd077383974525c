import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type ReadingTask, runReadingTask } from './reading-task.ts';

// On Linux this lowers only the priority of this thread, so that the event loop goes first.
if (process.platform === 'linux') setPriority(10);

parentPort!.on('message', (task: ReadingTask) => parentPort!.postMessage(runReadingTask(task)));
parentPort!.postMessage('ready');
