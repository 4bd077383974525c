/** A file of the server that talks to other machines, or reads what they send. */
export interface ForeignBytes {
  file: string;
  /** The client libraries that it uses. Empty for a file that reads bytes through another one. */
  libraries: string[];
  enters: string;
  /** What limits their amount, and the time and processor that they take. */
  bound: string;
}

/**
 * Every place in the server where bytes enter that others chose. A client library may be used only in a
 * file of this list, so a new way to the outside needs a limit first.
 */
export const foreignBytes: ForeignBytes[] = [
  {
    file: 'server/src/core/mailboxes/imap-session.ts',
    libraries: ['imapflow'],
    enters: 'replies of IMAP servers, for tests, watching, Sent, checks and attachments',
    bound:
      'bytes, replies and time for each command and for the session (ImapSession.within); 24 KB of text in a reply; a pause after 8 KB or 50 replies (imap-input.ts), so imapflow needs no thread',
  },
  {
    file: 'server/src/platform/mail/smtp-session.ts',
    libraries: ['nodemailer/lib/smtp-connection'],
    enters: 'replies of SMTP servers',
    bound: '256 KB, 2,000 lines and 64 KB in a reply; times before and after the dot',
  },
  {
    file: 'server/src/platform/mail/mail-socket.ts',
    libraries: ['node:tls'],
    enters: 'TLS handshakes of SMTP servers',
    bound: 'the time before the dot; Node limits the size of a handshake',
  },
  {
    file: 'server/src/platform/egress/guarded-socket.ts',
    libraries: ['node:net', 'undici'],
    enters: 'connections to mail servers, webhooks, websites and models of a workspace',
    bound:
      'ports and networks (network-policy.ts); 10 s for connecting; 4 MB for one HTTP response with its overhead',
  },
  {
    file: 'server/src/platform/egress/egress.ts',
    libraries: ['undici'],
    enters: 'HTTP responses of webhooks, websites, models and sign-in providers',
    bound: 'the bytes and the time of each call; 16 KB of headers; 8 connections to one host',
  },
  {
    file: 'server/src/platform/egress/call-failure.ts',
    libraries: ['undici'],
    enters: 'nothing: it names errors',
    bound: 'none',
  },
  {
    file: 'server/src/platform/egress/proxy.ts',
    libraries: ['node:http', 'node:https'],
    enters: 'the response of the operator’s proxy',
    bound: '10 s; Node limits the headers to 16 KB; a body is not read',
  },
  {
    file: 'server/src/platform/egress/resolver.ts',
    libraries: ['node:dns/promises'],
    enters: 'DNS records',
    bound: '64 KB for each answer by the protocol, two attempts of 2 s, and 8 to 50 records',
  },
  {
    file: 'server/src/core/mailboxes/oauth-client.ts',
    libraries: ['oauth4webapi'],
    enters: 'tokens of sign-in providers',
    bound: 'through egress: 64 KB and 15 s',
  },
  {
    file: 'server/src/core/ai/model-providers.ts',
    libraries: [
      '@ai-sdk/anthropic',
      '@ai-sdk/google',
      '@ai-sdk/openai',
      '@ai-sdk/openai-compatible',
      'ai',
    ],
    enters: 'answers of models',
    bound: 'the fetch of model-fetch.ts: 512 KB and 60 s',
  },
  {
    file: 'server/src/core/ai/model-fetch.ts',
    libraries: ['fetch'],
    enters: 'answers of the operator’s model',
    bound: '512 KB and 60 s',
  },
  {
    file: 'server/src/ai/model-list.ts',
    libraries: ['fetch'],
    enters: 'lists of models',
    bound: 'the fetch that it is given, of model-fetch.ts',
  },
  {
    file: 'server/src/platform/mail/mailer.ts',
    libraries: ['nodemailer'],
    enters: 'replies of the operator’s mail server',
    bound: 'SMTP_TIMEOUT_MS; the operator chose this server',
  },
  {
    file: 'server/src/core/sending/compose-email.ts',
    libraries: ['nodemailer/lib/mail-composer'],
    enters: 'nothing: it writes emails',
    bound: 'files and URLs are disabled',
  },
  {
    file: 'server/src/platform/observe/start-tracing.ts',
    libraries: ['@opentelemetry/exporter-trace-otlp-http'],
    enters: 'responses of the operator’s collector',
    bound: 'the limits of the exporter; the operator chose this server',
  },
  {
    file: 'server/src/operator/doctor/setting-checks.ts',
    libraries: ['fetch'],
    enters: 'the response of the installation itself, for a command of the operator',
    bound: 'a time limit',
  },
  {
    file: 'server/src/operator/health.ts',
    libraries: ['fetch'],
    enters: 'the response of this process, for a command of the operator',
    bound: '5 s; the body is not read',
  },
  {
    file: 'server/src/core/receiving/parse-message.ts',
    libraries: [],
    enters: 'messages: headers, texts and notices',
    bound: 'a thread with 1.5 s of processor time and 64 MB; 64 KB of header, 256 KB for each text',
  },
  {
    file: 'server/src/inbox/html-sanitizer.ts',
    libraries: [],
    enters: 'HTML of messages',
    bound: 'a thread with limits of time and memory',
  },
  {
    file: 'server/src/enrichment/read-site.ts',
    libraries: [],
    enters: 'web pages and robots.txt',
    bound: '512 KB for each page; they are parsed in a thread with limits of time and memory',
  },
  {
    file: 'server/src/mailboxes/check-facts.ts',
    libraries: ['mailauth'],
    enters: 'the check email, and the DNS records that mailauth asks for',
    bound: '256 KB; records come from egress',
  },
  {
    file: 'server/src/platform/http/request-body.ts',
    libraries: [],
    enters: 'requests of callers',
    bound:
      'the size that the endpoint declares, 16 KB of headers, and the time limits of framing.ts',
  },
  {
    file: 'server/src/platform/http/upload.ts',
    libraries: [],
    enters: 'uploaded files',
    bound: 'the size that the endpoint declares; jobs read them row by row',
  },
];

/** Names that open no connection: servers, checks of addresses, and errors. */
const harmless = new Set(['isIP', 'isIPv4', 'isIPv6', 'createServer', 'setDefaultCACertificates']);

const clientLibrary =
  /^(?:node:)?(?:net|tls|dns|dns\/promises|http|https|http2|dgram)$|^(?:imapflow|nodemailer|undici|socks|ws|axios|got|ai|oauth4webapi|mailauth)(?:\/|$)|^@ai-sdk\/|^@opentelemetry\/exporter/;

const importStatement = /^import (type )?([^;'"]*?)(?: from )?['"]([^'"]+)['"]/gm;
const dynamicImport = /\bimport\(\s*['"]([^'"]+)['"]/g;
const globalClient = /(?<![.\w])(?:new (WebSocket|EventSource)|(fetch))\(/g;

/** The client libraries that a source file uses, besides types. */
export function clientLibrariesIn(source: string): string[] {
  const used = new Set<string>();
  for (const [, type, names = '', library = ''] of source.matchAll(importStatement)) {
    if (type || !clientLibrary.test(library)) continue;
    const values = names
      .split(/[{},]/)
      .map((name) => name.trim().split(' as ')[0]!)
      .filter((name) => name !== '' && !name.startsWith('type '));
    if (names === '' || values.some((name) => !harmless.has(name))) used.add(library);
  }
  for (const [, library = ''] of source.matchAll(dynamicImport))
    if (clientLibrary.test(library)) used.add(library);
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  for (const [, type, fetch] of code.matchAll(globalClient)) used.add((type ?? fetch)!);
  return [...used].sort();
}
