import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSignedCertificate } from '../../server/test/certificate.ts';

interface Arrival {
  sender: string;
  at: number;
}

export interface MailSink {
  port: number;
  /** For NODE_EXTRA_CA_CERTS of its clients. */
  certificateFile: string;
  /** Everything that it accepted. */
  arrivals: Arrival[];
  stop: () => void;
}

/** A mail server in a process of its own, which takes `answerMs` to accept a message. */
export async function startMailSink(answerMs: number): Promise<MailSink> {
  const { key, cert } = selfSignedCertificate('localhost');
  const certificateFile = join(mkdtempSync(join(tmpdir(), 'outcrop-sink-')), 'cert.pem');
  writeFileSync(certificateFile, cert);
  const child = fork(join(import.meta.dirname, 'sink.ts'), {
    env: { ...process.env, KEY: key, CERT: cert, ANSWER_MS: String(answerMs) },
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const arrivals: Arrival[] = [];
  child.on('message', (arrival: Arrival) => arrivals.push(arrival));
  return { port, certificateFile, arrivals, stop: () => void child.kill('SIGKILL') };
}
