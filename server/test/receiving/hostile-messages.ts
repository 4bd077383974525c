const header = (type = 'text/plain', subject = 'Re: A question', to = 'ann@outcrop.example') =>
  `From: Bob <bob@acme.example>\r\nTo: ${to}\r\nSubject: ${subject}\r\nMessage-ID: <hostile@acme.example>\r\nContent-Type: ${type}\r\n`;

const levels = Array.from(
  { length: 200 },
  (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
).join('');

/** Messages that take much time or memory to read. */
export const hostileMessages: Record<string, () => string> = {
  '100,000 parts': () =>
    `${header('multipart/mixed; boundary=b')}\r\n${'--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(100_000)}`,
  '200 levels': () => `${header('multipart/mixed; boundary=a')}\r\n--a\r\n${levels}\r\ndeep`,
  'messages in messages': () =>
    `${header('message/rfc822')}\r\n${'Content-Type: message/rfc822\r\n\r\n'.repeat(20_000)}`,
  '50 MB': () => `${header()}\r\n${`${'x'.repeat(76)}\r\n`.repeat(650_000)}`,
  'a line of a megabyte': () => `${header()}\r\nOn ${'a '.repeat(500_000)}`,
  'many starts of quotes': () => `${header()}\r\n${'Dnia a\r\nden. b skrev\r\n'.repeat(6_000)}`,
  'empty lines': () => `${header()}\r\n${'\r\n'.repeat(250_000)}x`,
  'a long header': () => `${header()}${'X: y\r\n'.repeat(500_000)}\r\nHello`,
  'encoded words': () => `${header('text/plain', '=?utf-8?Q?=41?= '.repeat(6_000))}\r\nHello`,
  'many recipients': () => `${header('text/plain', 'x', 'a@b.example, '.repeat(5_000))}\r\nHello`,
  'open comments': () => `${header('text/plain', 'x', '('.repeat(60_000))}\r\nHello`,
  'a false charset': () =>
    `${header('text/plain; charset=nonsense-99')}\r\n${'\u00ff\u00fe\u0000\u0001'.repeat(1_000)}`,
  'false base64': () =>
    `${header()}Content-Transfer-Encoding: base64\r\n\r\n${'!!@@=='.repeat(100_000)}`,
  'nested HTML': () => `${header('text/html')}\r\n${'<div>'.repeat(50_000)}x`,
  'nested tables': () => `${header('text/html')}\r\n${'<table><tr><td>'.repeat(16_000)}x`,
  'open tags': () => `${header('text/html')}\r\n${'<a href="'.repeat(28_000)}`,
  nothing: () => '',
};
