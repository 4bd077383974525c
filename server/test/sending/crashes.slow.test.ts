import { expect, test } from 'vitest';
import type { ClaimedMessage } from '../../src/core/sending/claimed-message.ts';
import { type ScriptedSmtp, scriptedSmtp } from '../mail/scripted-smtp.ts';
import { testService } from '../service.ts';
import { startSender } from './races.ts';
import { sendingClient, testSender } from './sender.ts';
import { takeTurn } from './turns.ts';

const service = await testService();
const { deps } = await testSender(service);
const killsEach = 6;

const accepted = (server: ScriptedSmtp, { messageId }: ClaimedMessage) =>
  server.accepted.filter((body) => body.includes(messageId)).length;

/** Where the process is killed, and whether the email may have left by then. */
const points = [
  ['while connecting', 'greeting', 'accepted'],
  ['while it signs in', 'AUTH', 'accepted'],
  ['before the body', 'DATA', 'accepted'],
  ['after the dot', 'dot', 'unknown'],
  ['after the server accepted it', 'QUIT', 'accepted'],
] as const;

test.each(points)(
  'an email of a worker that was killed %s is sent at most once [sending.once]',
  { timeout: 300_000 },
  async (_what, moment, expected) => {
    const client = await sendingClient(service);
    let isArmed = true;
    const reached: (() => void)[] = [];
    const server = await scriptedSmtp({
      on: {
        [moment]: () => {
          if (!isArmed) return usualReplies[moment];
          reached.shift()?.();
          return 'silence';
        },
      },
    });
    for (let kill = 0; kill < killsEach; kill++) {
      isArmed = true;
      const message = await client.claim(server);
      const sender = await startSender(service);
      const atMoment = new Promise<void>((resolve) => reached.push(resolve));
      const sending = sender.send(client.workspaceId, message).catch(() => null);
      await atMoment;
      await sender.process.kill();
      await sending;
      isArmed = false;
      await takeTurn(deps, client.workspaceId, message);
      await takeTurn(deps, client.workspaceId, message);
      const { status } = await client.outbound(message.id);
      const count = accepted(server, message);
      expect(count).toBeLessThanOrEqual(1);
      // Killed while the last statement was on its way, an accepted email is unknown.
      expect(moment === 'QUIT' ? ['accepted', 'unknown'] : [expected]).toContain(status);
      if (status === 'accepted') expect(count).toBe(1);
      expect((await client.mailbox(message.mailbox.id)).sentToday).toBe(1);
    }
  },
);

const usualReplies = {
  greeting: '220 mail.example',
  AUTH: '235 2.7.0 Welcome',
  DATA: '354 Go ahead',
  dot: '250 2.0.0 Queued',
  QUIT: '221 2.0.0 Goodbye',
};
