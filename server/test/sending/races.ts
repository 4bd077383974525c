import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { ClaimedMessage } from '../../src/core/sending/claimed-message.ts';
import type { SendResult } from '../../src/sending/send-email.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { type Certificate, selfSigned } from '../certificate.ts';
import { startDnsServer } from '../dns-server.ts';
import { startProcess, type TestProcess } from '../faults/process.ts';
import { type ScriptedSmtp, scriptedSmtp } from '../mail/scripted-smtp.ts';
import type { TestService } from '../service.ts';
import { insertClaimed } from './claimed-email.ts';

const main = fileURLToPath(new URL('send-process.ts', import.meta.url));

interface Sender {
  process: TestProcess;
  send: (workspaceId: string, message: ClaimedMessage) => Promise<SendResult>;
}

export interface RaceSetup {
  smtp: ScriptedSmtp;
  sender: Sender;
  /** The server answers DATA for these Message-IDs only when the promise ends. */
  holdData: (address: string, until: Promise<unknown>) => void;
  claim: (workspaceId: string) => Promise<ClaimedMessage>;
}

/** A mail server in this process, and a worker in another one. */
export async function setUpRaces(
  service: TestService,
  { planted = false } = {},
): Promise<RaceSetup> {
  const certificate = selfSigned('mail.example');
  const held = new Map<string, Promise<unknown>>();
  const recipients = new WeakMap<object, string>();
  const smtp = await scriptedSmtp({
    security: 'tls',
    certificate,
    // Without pipelining, so that DATA is answered after its own recipient.
    offers: ['AUTH PLAIN'],
    on: {
      RCPT: (line, socket) => {
        recipients.set(socket, line.slice(line.indexOf('<') + 1, line.indexOf('>')));
        return '250 2.1.5 OK';
      },
      DATA: (_line, socket) => {
        const until = held.get(recipients.get(socket)!);
        return until ? until.then(() => '354 Go ahead') : '354 Go ahead';
      },
    },
  });
  const sender = await startSender(service, { certificate, planted });
  const server = { host: 'mail.example', port: smtp.port, security: 'tls' } as const;
  return {
    smtp,
    sender,
    holdData: (address, until) => void held.set(address, until),
    claim: (workspaceId) => insertClaimed(service.owner, workspaceId, { server }),
  };
}

/** A worker in a process of its own. */
export async function startSender(
  service: TestService,
  { certificate, planted = false }: { certificate?: Certificate; planted?: boolean } = {},
): Promise<Sender> {
  const dns = await startDnsServer((_name, type) => (type === 'A' ? ['127.0.0.1'] : []));
  const { ready, ...process } = await startProcess(main, 'sending', {
    DATABASE_URL: service.database.appUrl,
    NAME_SERVER: dns.address,
    ...(certificate && { CERTIFICATE: certificate.cert }),
    ...(planted && { PLANTED: '1' }),
  });
  afterTestOrFile(process.kill);
  const send: Sender['send'] = async (workspaceId, message) => {
    const response = await fetch(String(ready.origin), {
      method: 'POST',
      body: JSON.stringify({ workspaceId, message }),
    });
    expect(response.status, await response.clone().text()).toBe(200);
    return (await response.json()) as SendResult;
  };
  return { process, send };
}

/** Everything that was in the kernel before is read by then. */
async function readEverything(): Promise<void> {
  for (let turns = 0; turns < 4; turns++) await turn();
}

export interface RaceResult {
  /** The final dot arrived after the acknowledgement. */
  isLate: boolean;
  isSent: boolean;
}

interface Race {
  workspaceId: string;
  /** Stops the email, and returns when that was acknowledged. */
  stop: (message: ClaimedMessage) => Promise<unknown>;
  /** The email reaches its body only after the acknowledgement. */
  isHeld: boolean;
  delayMs: number;
}

/** Starts sending, stops it after a delay, and compares with what the mail server got. */
export async function race(
  { smtp, sender, holdData, claim }: RaceSetup,
  { workspaceId, stop, isHeld, delayMs }: Race,
): Promise<RaceResult> {
  const message = await claim(workspaceId);
  const acknowledged = Promise.withResolvers<void>();
  if (isHeld) holdData(message.recipient.email, acknowledged.promise);
  const sent = () => smtp.dots.some((body) => body.includes(`Hello ${message.id}`));
  const sending = sender.send(workspaceId, message);
  if (isHeld) await waitForRecipient(smtp, message);
  else await sleep(delayMs);
  await stop(message);
  await readEverything();
  const wasSent = sent();
  acknowledged.resolve();
  await sending;
  await readEverything();
  return { isLate: sent() && !wasSent, isSent: sent() };
}

const waitForRecipient = (smtp: ScriptedSmtp, { recipient }: ClaimedMessage) =>
  expect
    .poll(() => smtp.commands.includes(`RCPT TO:<${recipient.email}>`), { timeout: 60_000 })
    .toBe(true);

/** Stops the process again and again, each time for a moment. Returns how to end that. */
export function stopNowAndThen({ signal }: TestProcess, maxMs: number): () => Promise<void> {
  const over = new AbortController();
  const stopping = (async () => {
    while (!over.signal.aborted) {
      await sleep(Math.random() * 40);
      signal('SIGSTOP');
      // Mostly short, so that many moments are hit, and sometimes long.
      await sleep(Math.random() < 0.1 ? Math.random() * maxMs : Math.random() * 60);
      signal('SIGCONT');
    }
  })();
  return async () => {
    over.abort();
    await stopping;
  };
}
