import { open } from 'node:fs/promises';
import { messageLimits } from '../core/receiving/message.ts';
import { MessageParser } from '../core/receiving/parse-message.ts';
import { printUsageOnHelp } from './command-output.ts';

const usage = `npm run -s mail:classify -- FILE…

Prints what each message is, and why, as one JSON line per file, in the order of the files.`;
printUsageOnHelp(usage);
const files = process.argv.slice(2);
if (files.length === 0) {
  console.error(usage);
  process.exit(1);
}

const parser = new MessageParser();
const { signal } = new AbortController();
/** Enough files for all threads of the parser, and a few that are being read. */
const batchSize = 8;

/** The first bytes of a file, whatever its size. A pipe has no size. */
async function readStart(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const status = await handle.stat();
    const limit = messageLimits.fileBytes;
    const buffer = Buffer.alloc(status.isFile() ? Math.min(limit, status.size) : limit);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return buffer.subarray(0, length);
  } finally {
    await handle.close();
  }
}

async function classify(file: string): Promise<string> {
  const { decision } = await parser.parseRaw('', await readStart(file), signal);
  const { kind, permanent, recipients, originalMessageId, returnDate, evidence } = decision;
  return JSON.stringify({
    file,
    kind,
    permanent,
    recipients,
    originalMessageId,
    returnDate,
    evidence,
  });
}

for (let start = 0; start < files.length; start += batchSize) {
  const batch = files.slice(start, start + batchSize);
  const results = await Promise.allSettled(batch.map(classify));
  for (const [index, result] of results.entries())
    if (result.status === 'fulfilled') console.log(result.value);
    else {
      console.error(`${batch[index]}: ${(result.reason as Error).message}`);
      process.exitCode = 1;
    }
}
await parser.close();
