import { generateKeyPairSync } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { scriptedSmtp } from './scripted-smtp.ts';

/** What the relay does with an email. */
export interface RelayOptions {
  /** Headers that the DKIM signature covers. Null does not sign. */
  signs: string[] | null;
  signingDomain?: string;
  /** Headers that receiving servers add on top, each with CRLF. */
  adds?: string;
  /** Changes the email after signing. */
  changes?: (raw: string) => string;
  /** Takes the email instead of the next server. */
  takes?: (raw: string) => Promise<void>;
}

export const signedHeaders = ['From', 'To', 'Subject', 'Date', 'Message-ID'];
export const unsubscribeHeaders = ['List-Unsubscribe', 'List-Unsubscribe-Post'];

const selector = 'mail';
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** The TXT record of the key, and its name. */
export const keyRecord = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`;
export const keyName = (domain: string) => `${selector}._domainkey.${domain}`;

/** An SMTP server that signs emails as a provider does, and passes them on. */
export async function startSigningRelay(next: () => { port: number; route: RelayOptions }) {
  const relay = await scriptedSmtp({
    offers: ['PIPELINING'],
    on: { dot: async (body) => pass(body.replaceAll('\r\n.', '\r\n')) },
  });

  async function pass(given: string): Promise<string> {
    const { port, route } = next();
    const { adds = '', changes = (raw: string) => raw, signs, signingDomain } = route;
    const signed = signs === null ? given : await sign(given, signs, signingDomain);
    const raw = adds + changes(signed);
    if (route.takes) await route.takes(raw);
    else await deliver(port, raw);
    return '250 2.0.0 Queued';
  }

  return relay;
}

const senderOf = (raw: string) => /^From: .*?<?([^<>\s]+@[^<>\s]+)>?\r$/m.exec(raw)![1]!;

async function sign(raw: string, names: string[], domain?: string): Promise<string> {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    dkim: {
      domainName: domain ?? senderOf(raw).split('@')[1]!,
      keySelector: selector,
      privateKey,
      headerFieldNames: names.join(':'),
    },
  });
  const sender = senderOf(raw);
  const { message } = await transport.sendMail({ envelope: { from: sender, to: sender }, raw });
  return (message as Buffer).toString('latin1');
}

async function deliver(port: number, raw: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  const sender = senderOf(raw);
  await transport.sendMail({ envelope: { from: sender, to: sender }, raw });
  transport.close();
}
