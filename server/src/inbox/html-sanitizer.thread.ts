import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { SanitizingTask } from './html-sanitizer.ts';
import { safeHtml } from './safe-html.ts';

// On Linux this lowers only the priority of this thread, so that the event loop goes first.
if (process.platform === 'linux') setPriority(10);

parentPort!.on('message', ({ html, images }: SanitizingTask) => {
  // An unexpected failure ends the thread, and the pool starts another.
  parentPort!.postMessage(safeHtml(html, { images }));
});
parentPort!.postMessage('ready');
