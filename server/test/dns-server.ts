import { createSocket } from 'node:dgram';
import ipaddr from 'ipaddr.js';
import { afterTestOrFile } from './after-test-or-file.ts';

const types = { 1: 'A', 15: 'MX', 16: 'TXT', 28: 'AAAA', 33: 'SRV' } as const;
export type RecordType = (typeof types)[keyof typeof types];

type Addresses = string[] | undefined;

export interface DnsServer {
  /** In the format of `setServers`. */
  address: string;
  /** All queries in order: `A rebinding.example`. */
  queries: string[];
}

/**
 * A DNS server for tests. A TXT record is its text. An MX record is written as `10 mail.example`, an SRV record as
 * `10 5 993 imap.example` with priority, weight, port and host. No addresses means that the name does
 * not exist, and `undefined` that there is no response. Responses have a TTL of 0.
 */
export async function startDnsServer(
  addressesOf: (name: string, type: RecordType) => Addresses | Promise<Addresses>,
): Promise<DnsServer> {
  const queries: string[] = [];
  const socket = createSocket('udp4');
  const answer = async (query: Buffer, from: { port: number; address: string }) => {
    const { name, type, question } = readQuestion(query);
    queries.push(`${type} ${name}`);
    const addresses = type === 'other' ? [] : await addressesOf(name, type);
    if (addresses) socket.send(answerTo(query, question, addresses, type), from.port, from.address);
  };
  socket.on('message', (query, from) => void answer(query, from));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  afterTestOrFile(() => socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, queries };
}

const headerBytes = 12;

function readQuestion(query: Buffer) {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const number = query.readUInt16BE(at + 1);
  const type: RecordType | 'other' =
    number in types ? types[number as keyof typeof types] : 'other';
  const question = query.subarray(headerBytes, at + 5);
  return { name: labels.join('.').toLowerCase(), type, question };
}

function answerTo(
  query: Buffer,
  question: Buffer,
  addresses: string[],
  type: RecordType | 'other',
): Buffer {
  const header = Buffer.alloc(headerBytes);
  query.copy(header, 0, 0, 2);
  const noSuchName = addresses.length === 0 ? 3 : 0;
  header.writeUInt16BE(0x8180 | noSuchName, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) => {
    const bytes = type === 'TXT' ? textBytes(address) : recordBytes(address);
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc000 | headerBytes, 0); // pointer to the name in the question
    question.copy(record, 2, question.length - 4, question.length - 2); // the type asked for
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(0, 6); // TTL
    record.writeUInt16BE(bytes.length, 10);
    return Buffer.concat([record, bytes]);
  });
  return Buffer.concat([header, question, ...records]);
}

/** Parts of up to 255 bytes, each with its length. */
const textBytes = (text: string): Buffer =>
  Buffer.concat(
    (text.match(/.{1,255}/gs) ?? ['']).map((part) =>
      Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')]),
    ),
  );

/** Numbers of two bytes and a host, or an IP address. */
function recordBytes(text: string): Buffer {
  if (ipaddr.isValid(text)) return Buffer.from(ipaddr.parse(text).toByteArray());
  const parts = text.split(' ');
  const labels = parts.pop()!.split('.').filter(Boolean);
  return Buffer.concat([
    ...parts.map((number) => Buffer.from([Number(number) >> 8, Number(number) & 0xff])),
    ...labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}
