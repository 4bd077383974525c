import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { CampaignEmail } from '../../src/core/sending/claimed-email.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { selfSignedCertificate, type TestCertificate } from '../certificate.ts';
import { startDnsServer } from '../dns-server.ts';
import { startProcess, type TestProcess } from '../faults/test-process.ts';
import { scriptedSmtp } from '../mail/scripted-smtp.ts';
import type { TestService } from '../service.ts';
import type { SendResult } from './send-claimed.ts';

const main = fileURLToPath(new URL('send-process.ts', import.meta.url));

export interface SenderProcess {
  process: TestProcess;
  send: (workspaceId: string, message: CampaignEmail) => Promise<SendResult>;
}

/** A worker in a process of its own. */
export async function startSenderProcess(
  service: TestService,
  { certificate }: { certificate?: TestCertificate } = {},
): Promise<SenderProcess> {
  const dns = await startDnsServer((_name, type) => (type === 'A' ? ['127.0.0.1'] : []));
  const { ready, ...process } = await startProcess(main, 'sending', {
    DATABASE_URL: service.database.appUrl,
    NAME_SERVER: dns.address,
    ...(certificate && { CERTIFICATE: certificate.cert }),
  });
  afterTestOrFile(process.kill);
  const send: SenderProcess['send'] = async (workspaceId, message) => {
    const response = await fetch(String(ready.origin), {
      method: 'POST',
      body: JSON.stringify({ workspaceId, message }),
    });
    expect(response.status, await response.clone().text()).toBe(200);
    return (await response.json()) as SendResult;
  };
  return { process, send };
}

/** The mail server of the races. Each email of a race has its own recipient. */
export interface RaceServer {
  port: number;
  certificate: TestCertificate;
  /** Recipients whose final dot arrived, one entry for each dot. */
  dots: string[];
  hasDot: (recipient: string) => boolean;
  /** Resolves when the server receives the first bytes of the body. */
  bodyOf: (recipient: string) => Promise<void>;
  recipientOf: (recipient: string) => Promise<void>;
  /** Answers DATA only when the promise ends. */
  holdData: (recipient: string, until: Promise<unknown>) => void;
}

/** A mail server with TLS in this process. */
export async function raceServer(): Promise<RaceServer> {
  const certificate = selfSignedCertificate('mail.example');
  const recipients = new WeakMap<object, string>();
  const held = new Map<string, Promise<unknown>>();
  const [bodies, named] = [signals(), signals()];
  const dots: string[] = [];
  const hasDot = new Set<string>();
  const { port } = await scriptedSmtp({
    security: 'tls',
    certificate,
    // Without pipelining, so that DATA is answered after its own recipient.
    offers: ['AUTH PLAIN'],
    on: {
      RCPT: (line, socket) => {
        const recipient = line.slice(line.indexOf('<') + 1, line.indexOf('>'));
        recipients.set(socket, recipient);
        named.of(recipient).resolve();
        return '250 2.1.5 OK';
      },
      DATA: (_line, socket) => {
        const until = held.get(recipients.get(socket)!);
        return until ? until.then(() => '354 Go ahead') : '354 Go ahead';
      },
      body: (_line, socket) => {
        bodies.of(recipients.get(socket)!).resolve();
        return '';
      },
      dot: (_body, socket) => {
        const recipient = recipients.get(socket)!;
        dots.push(recipient);
        hasDot.add(recipient);
        return '250 2.0.0 Queued';
      },
    },
  });
  return {
    port,
    certificate,
    dots,
    hasDot: (recipient) => hasDot.has(recipient),
    bodyOf: (recipient) => bodies.of(recipient).promise,
    recipientOf: (recipient) => named.of(recipient).promise,
    holdData: (recipient, until) => void held.set(recipient, until),
  };
}

function signals() {
  const all = new Map<string, PromiseWithResolvers<void>>();
  return {
    of: (name: string) => {
      const known = all.get(name) ?? Promise.withResolvers<void>();
      all.set(name, known);
      return known;
    },
  };
}

/** Waits until this process has read everything that the kernel had received. */
async function readEverything(): Promise<void> {
  for (let turns = 0; turns < 4; turns++) await turn();
}

export interface RaceResult {
  /** The email reached its body only after the acknowledgement. */
  isHeld: boolean;
  /** The final dot arrived after the acknowledgement. */
  isLate: boolean;
  isSent: boolean;
  outcome: string;
  /** From the start of sending to its outcome. */
  ms: number;
}

interface Race {
  sending: () => Promise<SendResult>;
  /** Stops the email, and returns when that was acknowledged. */
  stop: () => Promise<unknown>;
  isHeld: boolean;
  delayMs: number;
}

/** Starts sending, stops it after a delay, and compares with what the mail server got. */
export async function raceEmail(
  server: RaceServer,
  { recipient: { email } }: CampaignEmail,
  { sending, stop, isHeld, delayMs }: Race,
): Promise<RaceResult> {
  const acknowledged = Promise.withResolvers<void>();
  if (isHeld) server.holdData(email, acknowledged.promise);
  const startedAt = performance.now();
  const sent = sending().then((result) => ({ result, ms: performance.now() - startedAt }));
  // Awaited below, after the acknowledgement.
  sent.catch(() => {});
  await (isHeld ? Promise.race([server.recipientOf(email), sent]) : sleep(delayMs));
  await stop();
  await readEverything();
  const wasSent = server.hasDot(email);
  acknowledged.resolve();
  const { result, ms } = await sent;
  await readEverything();
  const isSent = server.hasDot(email);
  const outcome = result.kind === 'refused_at_gate' ? `refused: ${result.why}` : result.kind;
  return { isHeld, isSent, isLate: isSent && !wasSent, outcome, ms };
}
