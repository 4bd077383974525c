import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { ClaimedMessage } from '../../src/core/sending/claimed-message.ts';
import { MailTokens } from '../../src/core/sending/mail-tokens.ts';
import { stopEnrollments } from '../../src/core/sending/stop.ts';
import { unsubscribePath } from '../../src/core/sending/unsubscribe-links.ts';
import { Suppression } from '../../src/core/suppression/suppression.ts';
import { sql } from '../../src/platform/db/index.ts';
import { type ProspectsClient, prospectsClient } from '../prospects-client.ts';
import { testService } from '../service.ts';
import { type RaceResult, type RaceSetup, race, setUpRaces, stopNowAndThen } from './races.ts';

const service = await testService();
const key = readConfig().SUPPRESSION_KEY!;
const [suppression, tokens] = [new Suppression(key), new MailTokens(key)];

type Stop = (account: ProspectsClient, message: ClaimedMessage) => Promise<{ status: number }>;

const bulk =
  (action: string): Stop =>
  ({ token }, { prospectId }) =>
    service.call(token, 'POST', '/bulk', { body: { action, prospectIds: [prospectId] } });

const setStatus =
  (status: string): Stop =>
  ({ token }, { campaignId }) =>
    service.call(token, 'PATCH', `/api/v1/manage/campaigns/${campaignId}`, { body: { status } });

const done = { status: 200 };

const stops: Record<string, Stop> = {
  'a suppression': bulk('suppress'),
  'an unsubscribe': ({ workspace }, { id, recipient }) => {
    const token = tokens.unsubscribeToken({
      workspaceId: workspace.id,
      messageId: id,
      emailHash: suppression.emailHash(recipient.emailKey),
    });
    return fetch(`${service.origin}${unsubscribePath}/${token}`, { method: 'POST' });
  },
  'a stored reply': async ({ workspace }, { prospectId }) => {
    await service.owner.transaction(workspace.id, (tx) =>
      stopEnrollments({ tx }, { prospectIds: [prospectId] }, 'replied'),
    );
    return done;
  },
  'a paused campaign': setStatus('paused'),
  'an archived campaign': setStatus('archived'),
  'a paused mailbox': async ({ workspace }, { mailbox }) => {
    await service.owner.transaction(workspace.id, (tx) =>
      tx.run(sql`
        update mailbox set status = 'paused'
        where workspace_id = ${workspace.id} and id = ${mailbox.id}`),
    );
    return done;
  },
  'a deletion': bulk('delete'),
  'a merge': async (account, { prospectId }) => {
    const keepId = await account.addLead({ email: `${randomUUID()}@acme.example` });
    return account.merge(keepId, prospectId);
  },
};

const racesEach = 40;

/** Runs races in groups; every other email is held at DATA until the acknowledgement. */
async function runRaces(setup: RaceSetup, stop: Stop, count: number): Promise<RaceResult[]> {
  const account = await prospectsClient(service);
  const one = (index: number) =>
    race(setup, {
      workspaceId: account.workspace.id,
      stop: async (message) => {
        // Under load a request may be refused; only a success acknowledges.
        await expect
          .poll(async () => (await stop(account, message)).status, { timeout: 60_000 })
          .toBe(200);
      },
      isHeld: index % 2 === 0,
      delayMs: Math.random() * 80,
    });
  const results: RaceResult[] = [];
  for (let at = 0; at < count; at += 10)
    results.push(...(await Promise.all(Array.from({ length: 10 }, (_, index) => one(at + index)))));
  return results;
}

describe('no email leaves after the acknowledgement of', () => {
  test.each(Object.entries(stops))(
    '%s [sending.stop] [suppression.last-moment]',
    { timeout: 300_000 },
    async (_what, stop) => {
      const setup = await setUpRaces(service);
      const undisturbed = await runRaces(setup, stop, racesEach / 2);
      const endStopping = stopNowAndThen(setup.sender.process, 3_000);
      try {
        const stopped = await runRaces(setup, stop, racesEach / 2);
        expect([...undisturbed, ...stopped].filter(({ isLate }) => isLate)).toEqual([]);
      } finally {
        await endStopping();
      }
    },
  );
});

test('a check before connecting would send after the acknowledgement', {
  timeout: 300_000,
}, async () => {
  const setup = await setUpRaces(service, { planted: true });
  const results = await runRaces(setup, stops['a suppression']!, 20);
  expect(results.filter(({ isLate }) => isLate).length).toBeGreaterThanOrEqual(10);
});
