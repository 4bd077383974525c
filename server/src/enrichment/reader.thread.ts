import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type ReadingTask, read } from './reading.ts';

// On Linux this is the priority of the thread alone: the event loop goes first where cores are few.
if (process.platform === 'linux') setPriority(10);

parentPort!.on('message', (task: ReadingTask) => parentPort!.postMessage(read(task)));
parentPort!.postMessage('ready');
