import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, createServer as createTlsServer, TLSSocket } from 'node:tls';
import { afterTestOrFile } from '../after-test-or-file.ts';
import type { TestCertificate } from '../certificate.ts';

type Moment =
  | 'greeting'
  | 'EHLO'
  | 'STARTTLS'
  | 'AUTH'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  | 'body'
  | 'dot'
  | 'QUIT'
  /** An empty line, which follows a refused access token. */
  | '';

/** A reply, or `drop` or `silence`, which the server does instead. A promise replies later. */
type Reaction = string | Promise<string>;

export interface SmtpScript {
  security?: 'tls' | 'starttls' | 'none';
  certificate?: TestCertificate;
  /** Lines of the EHLO reply. */
  offers?: string[];
  on?: Partial<Record<Moment, Reaction | ((line: string, socket: Socket) => Reaction)>>;
}

export interface ScriptedSmtp {
  port: number;
  connections: number;
  /** Commands in order, without the body. */
  commands: string[];
  /** Everything that was received before encryption. */
  inClear: () => string;
  /** Bodies whose final dot arrived, with stuffed dots, in order of arrival. */
  dots: string[];
  /** The bodies that were answered with 250. */
  accepted: string[];
  openConnections: () => number;
}

/** An SMTP server that follows a script, also where a real one would not. */
export async function scriptedSmtp(script: SmtpScript = {}): Promise<ScriptedSmtp> {
  const { security = 'none', certificate } = script;
  const clear: Buffer[] = [];
  const sockets = new Set<Socket>();
  const log: ScriptedSmtp = {
    port: 0,
    connections: 0,
    commands: [],
    inClear: () => Buffer.concat(clear).toString('latin1'),
    dots: [],
    accepted: [],
    openConnections: () => sockets.size,
  };
  const serve = (socket: Socket) => {
    log.connections += 1;
    new Conversation(socket, script, log, clear).start();
  };
  const server =
    security === 'tls' ? createTlsServer({ ...certificate }, serve) : createServer(serve);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTestOrFile(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  log.port = (server.address() as AddressInfo).port;
  return log;
}

const endOfBody = '\r\n.\r\n';

class Conversation {
  #socket: Socket;
  readonly #script: SmtpScript;
  readonly #log: ScriptedSmtp;
  readonly #clear: Buffer[];
  #received = '';
  #isInBody = false;
  #hasRecipient = false;

  constructor(socket: Socket, script: SmtpScript, log: ScriptedSmtp, clear: Buffer[]) {
    this.#socket = socket;
    this.#script = script;
    this.#log = log;
    this.#clear = clear;
  }

  start(): void {
    this.#listen();
    this.#react('greeting', '', '220 mail.example ESMTP');
  }

  #listen(): void {
    this.#socket.on('error', () => {});
    this.#socket.on('data', (bytes: Buffer) => {
      if (!(this.#socket instanceof TLSSocket)) this.#clear.push(bytes);
      this.#received += bytes.toString('latin1');
      this.#read();
    });
  }

  #read(): void {
    while (this.#isInBody ? this.#readBody() : this.#readLine());
  }

  #readBody(): boolean {
    if (this.#script.on?.body !== undefined) this.#react('body', '', '');
    const end = this.#received.startsWith('.\r\n') ? -2 : this.#received.indexOf(endOfBody);
    if (end === -1) return false;
    const body = this.#received.slice(0, Math.max(end, 0));
    this.#received = this.#received.slice(end + endOfBody.length);
    this.#isInBody = false;
    this.#log.dots.push(body);
    this.#react('dot', body, '250 2.0.0 Queued', (reply) => {
      if (reply.startsWith('2')) this.#log.accepted.push(body);
    });
    return true;
  }

  #readLine(): boolean {
    const end = this.#received.indexOf('\r\n');
    if (end === -1) return false;
    const line = this.#received.slice(0, end);
    this.#received = this.#received.slice(end + 2);
    this.#log.commands.push(line);
    const verb = line.split(/[ :]/, 1)[0]!.toUpperCase();
    if (verb === 'EHLO') this.#hasRecipient = false;
    this.#react(verb as Moment, line, this.#usualReply(verb), (reply) => {
      if (verb === 'RCPT' && reply.startsWith('2')) this.#hasRecipient = true;
      if (verb === 'DATA' && reply.startsWith('3')) this.#isInBody = true;
      if (verb === 'STARTTLS' && reply.startsWith('2')) this.#encrypt();
      if (verb === 'QUIT') this.#socket.end();
    });
    return verb !== 'STARTTLS';
  }

  #usualReply(verb: string): string {
    const { security, offers = ['PIPELINING', 'AUTH PLAIN XOAUTH2'] } = this.#script;
    const isClear = !(this.#socket instanceof TLSSocket);
    if (verb === 'EHLO') {
      const lines = [...(security === 'starttls' && isClear ? ['STARTTLS'] : []), ...offers];
      return ['mail.example', ...lines]
        .map((line, index) => `250${index === lines.length ? ' ' : '-'}${line}`)
        .join('\r\n');
    }
    if (verb === 'STARTTLS') return security === 'starttls' ? '220 Go ahead' : '502 5.5.1 Unknown';
    if (verb === 'AUTH') return '235 2.7.0 Welcome';
    if (verb === 'DATA') return this.#hasRecipient ? '354 Go ahead' : '554 5.5.1 No recipients';
    if (verb === 'QUIT') return '221 2.0.0 Goodbye';
    return '250 2.1.0 OK';
  }

  /** Replies at once where it can, because pipelined commands follow. */
  #react(moment: Moment, line: string, usual: string, done = (_reply: string) => {}): void {
    const scripted = this.#script.on?.[moment];
    const reaction =
      typeof scripted === 'function' ? scripted(line, this.#socket) : (scripted ?? usual);
    if (reaction === 'drop') this.#socket.destroy();
    if (reaction === 'drop' || reaction === 'silence') return;
    const send = (reply: string) => {
      if (reply !== '' && this.#socket.writable) this.#socket.write(`${reply}\r\n`);
      if (reply.startsWith('421')) this.#socket.end();
      done(reply);
    };
    if (typeof reaction === 'string') send(reaction);
    else void reaction.then(send);
  }

  #encrypt(): void {
    const context = createSecureContext({ ...this.#script.certificate });
    this.#socket.removeAllListeners('data');
    this.#received = '';
    this.#socket = new TLSSocket(this.#socket, { isServer: true, secureContext: context });
    this.#listen();
  }
}
