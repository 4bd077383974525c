import { createServer, type Socket } from 'node:net';

/**
 * IMAP and SMTP servers in a process of their own that answer one command without an end. Each listens
 * on a port of its own, and logs when a client closed such an answer.
 */
const kib = 1024;
const repeat = (text: string, bytes = 64 * kib) =>
  Buffer.from(text.repeat(Math.ceil(bytes / text.length)));
const folder = (kind: string, name: string) => `* ${kind} (\\HasNoChildren) "/" "${name}"\r\n`;

/** What is sent again and again. A drip is one byte a second. */
const floods: Record<string, Buffer | 'drip'> = {
  'short replies': repeat('* X\r\n'),
  'empty lines': repeat('\r\n'),
  'one line': repeat('a'),
  'short lists': repeat(folder('LIST', 'a')),
  'short subscriptions': repeat(folder('LSUB', 'a')),
  'long lists': repeat(folder('LIST', 'a/'.repeat(10 * kib))),
  'too long lists': repeat(folder('LIST', '&AOk-'.repeat(40 * kib))),
  'results of searches': repeat(`* SEARCH ${'1 '.repeat(10 * kib)}\r\n`),
  messages: repeat('* 1 FETCH (UID 7 FLAGS ())\r\n'),
  structures: repeat(`* 1 FETCH (UID 7 BODYSTRUCTURE (${'()'.repeat(11 * kib)}))\r\n`),
  texts: Buffer.concat([
    Buffer.from(`* 1 FETCH (UID 7 BODY[HEADER]<0> {${1024 * kib}}\r\n`),
    repeat('a\r\n', 1024 * kib).subarray(0, 1024 * kib),
    Buffer.from(')\r\n'),
  ]),
  'small literals': repeat('{0}\r\n'),
  'lines of a reply': repeat('250-mail.example\r\n'),
  drip: 'drip',
};

interface Attack {
  protocol: 'imap' | 'smtp';
  /** The start of a command, or nothing for the greeting. */
  command: string;
  flood: string;
}

function startFlood(socket: Socket, attack: Attack): void {
  const block = floods[attack.flood]!;
  let sentBytes = 0;
  const port = socket.localPort;
  const send = (bytes: Buffer) => {
    sentBytes += bytes.length;
    return socket.write(bytes);
  };
  const timer = block === 'drip' ? setInterval(send, 1_000, Buffer.from('*')) : undefined;
  const pump = () => {
    if (block === 'drip') return;
    for (let round = 0; round < 16 && !socket.destroyed; round++) if (!send(block)) return;
    setImmediate(pump);
  };
  socket.on('drain', pump).once('close', () => {
    clearInterval(timer);
    const takenBytes = sentBytes - socket.writableLength;
    console.log(JSON.stringify({ msg: 'closed', port, sentBytes: takenBytes }));
  });
  pump();
}

const manyFolders = Array.from({ length: 1_900 }, (_, at) => folder('LIST', `folder ${at}`)).join(
  '',
);
const imapAnswers: [command: RegExp, answer: string][] = [
  [/^CAPABILITY/, '* CAPABILITY IMAP4rev1\r\n'],
  [/^LIST "" "\*"/, `* LIST (\\Sent) "/" "Sent"\r\n* LIST () "/" "INBOX"\r\n${manyFolders}`],
  [/^(?:SELECT|EXAMINE)/, '* 3 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n* OK [UIDNEXT 4] x\r\n'],
  [/^STATUS/, '* STATUS "Sent" (UIDNEXT 4 UIDVALIDITY 1)\r\n'],
  [/^UID SEARCH/, '* SEARCH 1 2 3\r\n'],
  [/^UID FETCH/, '* 1 FETCH (UID 1)\r\n* 2 FETCH (UID 2)\r\n* 3 FETCH (UID 3)\r\n'],
];
const smtpAnswers: [command: RegExp, answer: string][] = [
  [/^EHLO/, '250-mail.example\r\n250 AUTH PLAIN'],
  [/^AUTH/, '235 2.7.0 Welcome'],
  [/^DATA/, '354 Go ahead'],
];

function serve(socket: Socket, attack: Attack): void {
  const isImap = attack.protocol === 'imap';
  socket.on('error', () => {});
  if (attack.command === '') {
    startFlood(socket, attack);
    return;
  }
  socket.write(isImap ? '* OK ready\r\n' : '220 mail.example ESMTP\r\n');
  let isFlooding = false;
  let rest = '';
  socket.on('data', (bytes) => {
    const lines = (rest + String(bytes)).split('\r\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const [tag = '', ...words] = line.split(' ');
      const command = isImap ? words.join(' ') : line;
      if (isFlooding) return;
      if (command.startsWith(attack.command)) {
        isFlooding = true;
        startFlood(socket, attack);
        return;
      }
      const answer = (isImap ? imapAnswers : smtpAnswers).find(([known]) =>
        known.test(command),
      )?.[1];
      socket.write(isImap ? `${answer ?? ''}${tag} OK done\r\n` : `${answer ?? '250 OK'}\r\n`);
    }
  });
}

const attacks = JSON.parse(process.env.ATTACKS!) as Attack[];
const ports = await Promise.all(
  attacks.map(
    (attack) =>
      new Promise<number>((resolve) => {
        const server = createServer((socket) => serve(socket, attack));
        server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
      }),
  ),
);
console.log(JSON.stringify({ msg: 'listening', ports }));
