import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

/** Bare nodemailer: composes each message and sends it over a connection of its own. */
const { COUNT, CALLERS, SINK_PORT } = process.env;
let left = Number(COUNT);

const send = async (n: number): Promise<void> => {
  const composed = new MailComposer({
    from: 'Sam Sender <bare@sender.example>',
    to: `p${n}@company.example`,
    subject: 'An idea for Company 1',
    text: `Hello Ada, a word about work.\n\nUnsubscribe: https://outcrop.example/u/${'x'.repeat(120)}`,
    headers: {
      'List-Unsubscribe': `<https://outcrop.example/u/${'x'.repeat(120)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });
  const raw = await composed.compile().build();
  const connection = new SMTPConnection({
    host: 'localhost',
    port: Number(SINK_PORT),
    secure: true,
  });
  await new Promise<void>((resolve, reject) => {
    connection.once('error', reject);
    connection.connect(() => {
      connection.login({ user: 'sender', pass: 'secret' } as never, (loginError) => {
        if (loginError) return reject(loginError);
        const envelope = { from: 'bare@sender.example', to: [`p${n}@company.example`] };
        connection.send(envelope, raw, (error) => (error ? reject(error) : resolve()));
      });
    });
  });
  connection.quit();
};

const caller = async () => {
  while (left-- > 0) await send(left);
};
const started = performance.now();
await Promise.all(Array.from({ length: Number(CALLERS) }, caller));
process.send!({ seconds: (performance.now() - started) / 1_000 });
