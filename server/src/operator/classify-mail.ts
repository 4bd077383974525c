import { open } from 'node:fs/promises';
import { decide } from '../core/receiving/decide-rules.ts';
import { messageLimits } from '../core/receiving/limits.ts';
import type { Decision } from '../core/receiving/message.ts';
import { Parser } from '../core/receiving/parser.ts';

/** Prints what each message is, and why, as one JSON line per file. */
const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('Usage: npm run -s mail:classify -- FILE…');
  process.exit(1);
}

const parser = new Parser();
const signal = new AbortController().signal;

/** The first bytes of a file, whatever its size. */
async function readStart(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(
      Math.min(messageLimits.fileBytes, Math.max(1, (await handle.stat()).size)),
    );
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function classify(file: string): Promise<Decision> {
  const message = await parser.parseRaw('', await readStart(file), signal);
  return decide(message, { addresses: [], subjects: [] });
}

for (const file of files)
  try {
    const { kind, permanent, recipients, originalMessageId, returnDate, evidence } =
      await classify(file);
    console.log(
      JSON.stringify({
        file,
        kind,
        permanent,
        recipients,
        originalMessageId,
        returnDate,
        evidence,
      }),
    );
  } catch (error) {
    console.error(`${file}: ${(error as Error).message}`);
    process.exitCode = 1;
  }
await parser.close();
