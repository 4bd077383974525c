import { createServer } from 'node:tls';

/** An SMTP server over TLS that accepts everything, and reports from whom it accepted a message and when. */
const { CERT, KEY, ANSWER_MS } = process.env;
const answerMs = Number(ANSWER_MS);

const server = createServer({ cert: CERT!, key: KEY! }, (socket) => {
  let sender = '';
  let isBody = false;
  let rest = '';
  const answer = (text: string) => socket.write(`${text}\r\n`);
  const accept = () => {
    process.send!({ sender, at: Date.now() });
    answer('250 2.0.0 Accepted');
  };
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') answer('250-sink\r\n250-AUTH PLAIN\r\n250 8BITMIME');
    else if (verb === 'AUTH') answer('235 2.7.0 Accepted');
    else if (verb === 'DATA') {
      isBody = true;
      answer('354 Go on');
    } else if (verb === 'QUIT') socket.end('221 Bye\r\n');
    else {
      if (verb === 'MAIL') sender = /<(.*?)>/.exec(line)?.[1] ?? '';
      answer('250 2.0.0 Fine');
    }
  };
  socket.setEncoding('latin1').on('error', () => {});
  socket.on('data', (text: string) => {
    rest += text;
    for (;;) {
      const end = isBody ? rest.indexOf('\r\n.\r\n') : rest.indexOf('\r\n');
      if (end < 0) return;
      const line = rest.slice(0, end);
      rest = rest.slice(end + (isBody ? 5 : 2));
      if (!isBody) command(line);
      else {
        isBody = false;
        if (answerMs > 0) setTimeout(accept, answerMs);
        else accept();
      }
    }
  });
  answer('220 sink');
});
server.listen(0, '127.0.0.1', () =>
  process.send!({ port: (server.address() as { port: number }).port }),
);
