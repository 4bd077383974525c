import { type AddressInfo, createServer, type Socket } from 'node:net';

interface ImapMessage {
  uid: number;
  source: Buffer;
  at: Date;
}

interface ImapFolder {
  uidValidity: number;
  uidNext: number;
  messages: ImapMessage[];
}

interface ImapConnection {
  socket: Socket;
  selected: string | undefined;
  /** The tag of the running IDLE. */
  idleTag: string | undefined;
}

export interface ImapServer {
  port: number;
  add: (source: string, options?: { folder?: string; at?: Date }) => number;
  remove: (uid: number, folder?: string) => void;
  /** Gives all messages new numbers. */
  renumber: (folder?: string) => void;
  /** Sends this line, if there is one, and ends all connections. */
  drop: (line?: string) => void;
  commands: string[];
  connections: () => number;
  close: () => void;
}

export interface ImapOptions {
  folders?: Record<string, string>;
  /** Says nothing about new messages, during IDLE or otherwise. */
  isSilent?: boolean;
  capabilities?: string;
  /** The structure of a message, instead of one text part. */
  structureOf?: (source: string) => string | undefined;
  /** Message numbers are valid only with the same one. */
  uidValidity?: number;
  /** Called before each answer. `false` prevents the answer; a text replaces it. */
  onCommand?: (command: string, connection: number) => unknown;
}

/**
 * An IMAP server in memory, on this machine only, with one mailbox of messages that have one text part.
 * It takes any password. Tests script its faults.
 */
export async function startImapServer(options: ImapOptions = {}): Promise<ImapServer> {
  const uses = { INBOX: '', ...(options.folders ?? { Junk: '\\Junk', Sent: '\\Sent' }) };
  const folders = new Map<string, ImapFolder>(
    Object.keys(uses).map((name) => [
      name,
      { uidValidity: options.uidValidity ?? 1, uidNext: 1, messages: [] },
    ]),
  );
  const open = new Set<ImapConnection>();
  const commands: string[] = [];
  let count = 0;

  const server = createServer((socket) => {
    const connection: ImapConnection = { socket, selected: undefined, idleTag: undefined };
    const number = ++count;
    open.add(connection);
    socket.on('error', () => {}).on('close', () => open.delete(connection));
    socket.write('* OK ready\r\n');
    let rest = '';
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString('latin1')).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) handle(connection, line, number);
    });
  });

  const handle = (connection: ImapConnection, line: string, number: number) => {
    const { socket } = connection;
    if (line === 'DONE') {
      if (connection.idleTag) socket.write(`${connection.idleTag} OK done\r\n`);
      connection.idleTag = undefined;
      return;
    }
    const [tag = '', ...words] = line.split(' ');
    const command = words.join(' ');
    commands.push(command);
    const scripted = options.onCommand?.(command, number);
    if (scripted === false || socket.destroyed) return;
    if (typeof scripted === 'string') return void socket.write(`${tag} ${scripted}\r\n`);
    if (command === 'IDLE') {
      connection.idleTag = tag;
      return void socket.write('+ idling\r\n');
    }
    socket.write(answer(connection, command) ?? '');
    socket.write(`${tag} ${isKnown(command) ? 'OK' : 'BAD'} done\r\n`);
  };

  const answer = (connection: ImapConnection, command: string): string | Buffer | undefined => {
    const [name = '', ...args] = command.split(' ');
    const folder = folders.get(connection.selected ?? '');
    switch (name.toUpperCase()) {
      case 'CAPABILITY':
        return `* CAPABILITY IMAP4rev1 ${options.capabilities ?? 'IDLE'}\r\n`;
      case 'LIST':
        // Asks for the separator only.
        if (command.endsWith('"" ""')) return '* LIST (\\Noselect) "/" ""\r\n';
        return Object.entries(uses)
          .map(([path, use]) => `* LIST (${use}) "/" ${path}\r\n`)
          .join('');
      case 'SELECT':
      case 'EXAMINE':
        connection.selected = unquote(args[0]!);
        return selectResponse(folders.get(connection.selected)!);
      case 'STATUS':
        return statusOf(unquote(args[0]!));
      case 'NOOP':
        return folder && !options.isSilent ? `* ${folder.messages.length} EXISTS\r\n` : '';
      case 'UID':
        return args[0] === 'SEARCH'
          ? `* SEARCH ${findUids(folder!, command).join(' ')}\r\n`
          : fetchResponse(folder!, args[1]!, args.slice(2).join(' '), options.structureOf);
      default:
        return '';
    }
  };

  const statusOf = (path: string) => {
    const { uidNext, uidValidity } = folders.get(path)!;
    return `* STATUS ${path} (UIDNEXT ${uidNext} UIDVALIDITY ${uidValidity})\r\n`;
  };
  const announce = (path: string) => {
    if (options.isSilent) return;
    for (const { socket, selected: current, idleTag } of open)
      if (idleTag && current === path)
        socket.write(`* ${folders.get(path)!.messages.length} EXISTS\r\n`);
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const drop = (line?: string) => {
    for (const { socket } of open) {
      if (line) socket.write(`${line}\r\n`);
      socket.destroySoon();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    commands,
    connections: () => open.size,
    close: () => {
      for (const { socket } of open) socket.destroy();
      server.close();
    },
    drop,
    add: (source, { folder: path = 'INBOX', at = new Date() } = {}) => {
      const folder = folders.get(path)!;
      const uid = folder.uidNext++;
      folder.messages.push({ uid, at, source: Buffer.from(source.replace(/\r?\n/g, '\r\n')) });
      announce(path);
      return uid;
    },
    remove: (uid, path = 'INBOX') => {
      const folder = folders.get(path)!;
      folder.messages = folder.messages.filter((message) => message.uid !== uid);
    },
    renumber: (path = 'INBOX') => {
      const folder = folders.get(path)!;
      folder.uidValidity += 1;
      folder.messages = folder.messages.map((message, index) => ({ ...message, uid: index + 1 }));
      folder.uidNext = folder.messages.length + 1;
    },
  };
}

/** The messages since a day, or with a Message-ID. */
const findUids = ({ messages }: ImapFolder, command: string) => {
  const [, day] = /SINCE "?([\w-]+)/.exec(command) ?? [];
  const first = new Date(day ?? 0);
  return messages
    .filter(({ at, source }) => at >= first && (day || command.includes(messageIdOf(source))))
    .map(({ uid }) => uid);
};

const messageIdOf = (source: Buffer | string): string =>
  /^Message-ID:\s*(<[^>]*>)/im.exec(source.toString())?.[1] ?? '<>';

const knownCommand =
  /^(CAPABILITY|AUTHENTICATE|LOGIN|LOGOUT|ID|NAMESPACE|LIST|SELECT|EXAMINE|STATUS|NOOP|UID)\b/i;
const isKnown = (command: string) => knownCommand.test(command);
const unquote = (text: string) => text.replace(/^"|"$/g, '');

const selectResponse = ({ messages, uidNext, uidValidity }: ImapFolder) =>
  [
    `* ${messages.length} EXISTS`,
    '* FLAGS (\\Seen)',
    `* OK [UIDVALIDITY ${uidValidity}] valid`,
    `* OK [UIDNEXT ${uidNext}] next`,
    '',
  ].join('\r\n');

/** As RFC 3501 says, `n:*` is never empty: it includes the last message. */
function inSet({ messages }: ImapFolder, set: string): ImapMessage[] {
  const last = messages.at(-1)?.uid ?? 0;
  const ranges = set.split(',').map((range) => {
    const [from = 0, to = from] = range.split(':').map((end) => (end === '*' ? last : Number(end)));
    return [Math.min(from, to), Math.max(from, to)] as const;
  });
  return messages.filter(({ uid }) => ranges.some(([from, to]) => uid >= from && uid <= to));
}

/**
 * The thread number of a message, as Gmail has it. Here, messages with the same subject are a
 * thread.
 */
export const threadNumber = (source: string): string => {
  const subject = /^Subject: (?:Re: )?(.*?)\r?$/m.exec(source)?.[1] ?? '';
  return [...subject].reduce((sum, char) => sum * 31n + BigInt(char.charCodeAt(0)), 7n).toString();
};

function fetchResponse(
  folder: ImapFolder,
  set: string,
  items: string,
  structureOf: ImapOptions['structureOf'] = () => undefined,
): Buffer {
  const answers = inSet(folder, set).map((message) => {
    const end = message.source.indexOf('\r\n\r\n') + 4;
    const header = message.source.subarray(0, end);
    const text = message.source.subarray(end);
    const parts: Buffer[] = [Buffer.from(`UID ${message.uid}`)];
    const add = (given: string) => parts.push(Buffer.from(` ${given}`));
    if (items.includes('INTERNALDATE')) add(`INTERNALDATE "${imapDate(message.at)}"`);
    if (items.includes('RFC822.SIZE')) add(`RFC822.SIZE ${message.source.length}`);
    const source = message.source.toString('latin1');
    if (items.includes('X-GM-THRID')) add(`X-GM-THRID ${threadNumber(source)}`);
    if (items.includes('ENVELOPE'))
      add(`ENVELOPE (NIL "" NIL NIL NIL NIL NIL NIL NIL "${messageIdOf(source)}")`);
    if (items.includes('BODYSTRUCTURE'))
      add(`BODYSTRUCTURE ${structureOf(source) ?? onePart(text.length)}`);
    for (const [, section = '', max] of items.matchAll(/BODY\.PEEK\[([^\]]*)\]<0\.(\d+)>/g)) {
      const part = section === 'HEADER' ? header : section === '' ? message.source : text;
      const bytes = part.subarray(0, Number(max));
      add(`BODY[${section}]<0> {${bytes.length}}\r\n`);
      parts.push(bytes);
    }
    const sequence = folder.messages.indexOf(message) + 1;
    return Buffer.concat([Buffer.from(`* ${sequence} FETCH (`), ...parts, Buffer.from(')\r\n')]);
  });
  return Buffer.concat(answers);
}

const onePart = (bytes: number) => `("text" "plain" ("charset" "utf-8") NIL NIL "8bit" ${bytes} 1)`;

const imapDate = (at: Date) => {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(at.toUTCString())!;
  return `${day}-${month}-${year} ${time} +0000`;
};
