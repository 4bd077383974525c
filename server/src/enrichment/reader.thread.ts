import { parentPort } from 'node:worker_threads';
import { type ReadingTask, read } from './reading.ts';

parentPort!.on('message', (task: ReadingTask) => parentPort!.postMessage(read(task)));
parentPort!.postMessage('ready');
