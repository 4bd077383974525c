import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { classifyMessage } from './classify-message.ts';
import type { ParsedMessage } from './message.ts';
import type { ClassifiedMessage, ParsingTask } from './parse-message.ts';
import { readLanguages } from './phrase-languages.ts';
import { compilePhrases } from './phrase-patterns.ts';
import { emptyHeader, readHeaderOnly, readMessage, withoutBody } from './read-message.ts';
import { splitMessage } from './split-message.ts';
import { baseSubject } from './subject-rules.ts';

// On Linux this lowers only the priority of this thread, so that the event loop goes first.
if (process.platform === 'linux') setPriority(10);

const phrases = compilePhrases(readLanguages());
compileUsedPatterns();

async function parseAndClassify(task: ParsingTask): Promise<ClassifiedMessage> {
  const parsed = await parseMessage(task);
  const ours = { addresses: task.addresses, subjects: isReply(parsed) ? [parsed.subject] : [] };
  return { parsed, decision: classifyMessage(parsed, ours, phrases) };
}

async function parseMessage(task: ParsingTask): Promise<ParsedMessage> {
  const source = 'raw' in task ? splitMessage(task.raw) : task.source;
  try {
    return await (task.isHeaderOnly ? readHeaderOnly(source) : readMessage(source));
  } catch {
    return task.isHeaderOnly ? withoutBody(emptyHeader) : readHeaderOnly(source);
  }
}

/** Whether the subject repeats that of our email. Its words then say nothing about the answer. */
function isReply({ inReplyTo, subject }: ParsedMessage): boolean {
  return inReplyTo !== null && baseSubject(subject) !== subject.trim().toLowerCase();
}

/** V8 compiles a pattern at its first two uses. Using all patterns now keeps this from delaying messages. */
function compileUsedPatterns(): void {
  const person = { ...withoutBody(emptyHeader), isHeaderOnly: false, text: 'Hello' };
  const from = { name: '', address: 'mailer-daemon@acme.example' };
  const notice = 'Your message could not be delivered.\n\nbob@acme.example: 550 Rejected';
  const latin = { ...person, ownWords: 'hello bob' };
  const cyrillic = { ...person, ownWords: 'не' };
  const messages = [latin, cyrillic, { ...person, from, text: notice }];
  for (const message of [...messages, ...messages])
    classifyMessage(message, { addresses: [], subjects: [] }, phrases);
}

parentPort!.on('message', (task: ParsingTask) => {
  // An unexpected failure ends the thread, and the pool starts another.
  void parseAndClassify(task).then((message) => parentPort!.postMessage(message));
});
parentPort!.postMessage('ready');
