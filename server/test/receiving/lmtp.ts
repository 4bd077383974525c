import { connect } from 'node:net';
import { createInterface } from 'node:readline';

/** Delivers messages with LMTP, one after another on one connection. */
export async function deliverByLmtp(
  port: number,
  messages: { user: string; source: string }[],
): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const lines = createInterface(socket)[Symbol.asyncIterator]();
  const reply = async (code: string) => {
    for (;;) {
      const { value = '' } = await lines.next();
      if (!value.startsWith(code)) throw new Error(`LMTP answered ${value}`);
      if (value[3] !== '-') return;
    }
  };
  const say = (line: string, code: string) => {
    socket.write(`${line}\r\n`);
    return reply(code);
  };
  await reply('220');
  await say('LHLO test.example', '250');
  for (const { user, source } of messages) {
    await say('MAIL FROM:<bo@prospect.example>', '250');
    await say(`RCPT TO:<${user}>`, '250');
    await say('DATA', '354');
    await say(`${source}\r\n.`, '250');
  }
  socket.end();
}
