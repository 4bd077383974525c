import ipaddr from 'ipaddr.js';

export interface EmailHeader {
  /** In lower case. */
  name: string;
  /** On one line. */
  value: string;
}

/** A server that handed the email to another one. */
export interface ServerHop {
  ip: string;
  helo: string;
}

/** The SPF result that the receiving server reports. */
export interface ReportedSpf {
  result: string;
  domain: string | null;
}

/** The headers of an email, in order. */
export function headersOf(source: Buffer): EmailHeader[] {
  const end = source.indexOf('\r\n\r\n');
  const text = source.toString('latin1', 0, end === -1 ? source.length : end);
  return text
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .flatMap((line) => {
      const colon = line.indexOf(':');
      return colon > 0
        ? [{ name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() }]
        : [];
    });
}

/**
 * The server that handed the email to the receiving side. Headers are read from the newest one on. Null
 * if the email stayed on one side: servers of the same domain passed it on, or the next header
 * describes our own connection.
 */
export function lastHop(headers: EmailHeader[], ownHelo: string): ServerHop | null {
  for (const { name, value } of headers) {
    if (name !== 'received') continue;
    const [, helo = '', from = '', by = '', protocol = ''] =
      /^from\s+(\S+)(.*?)\sby\s+(\S+)(?:.*?\swith\s+(\S+))?/i.exec(value.slice(0, 1_000)) ?? [];
    if (helo.toLowerCase() === ownHelo.toLowerCase() || /^e?smtps?a$/i.test(protocol)) return null;
    const ip = addressIn(from);
    if (ip !== null && !isSameOperator(helo, by)) return { ip, helo };
  }
  return null;
}

/** The public address of a connection, such as in `(mail.example [198.51.100.7])`. */
function addressIn(text: string): string | null {
  const candidates = text.matchAll(/[[(\s](?:IPv6:)?([0-9a-f][0-9a-f.:]{2,44})[\])\s]/gi);
  for (const [, address] of candidates)
    if (ipaddr.isValid(address!) && ipaddr.process(address!).range() === 'unicast')
      return ipaddr.process(address!).toString();
  return null;
}

/**
 * Servers with the same last two labels. If this takes two operators for one, SPF only counts as
 * unseen.
 */
function isSameOperator(a: string, b: string): boolean {
  const domain = (host: string) => host.toLowerCase().split('.').slice(-2).join('.');
  return a.includes('.') && domain(a) === domain(b);
}

/** From the newest Authentication-Results header that names SPF. */
export function reportedSpf(headers: EmailHeader[]): ReportedSpf | null {
  for (const { name, value } of headers) {
    if (name !== 'authentication-results') continue;
    const part = withoutComments(value.slice(0, 8_000))
      .split(';')
      .find((each) => /^\s*spf\s*=/i.test(each));
    const result = part && /^\s*spf\s*=\s*([a-z]+)/i.exec(part)?.[1];
    if (!result) continue;
    const sender = /\ssmtp\.(?:mailfrom|helo)\s*=\s*"?([^\s"]+)/i.exec(part)?.[1];
    const domain = sender?.split('@').at(-1)?.toLowerCase() || null;
    return { result: result.toLowerCase(), domain };
  }
  return null;
}

function withoutComments(text: string): string {
  let depth = 0;
  let kept = '';
  for (const character of text) {
    if (character === '(') depth += 1;
    if (depth === 0) kept += character;
    if (character === ')' && depth > 0) depth -= 1;
  }
  return kept;
}
