import { expect, test } from 'vitest';
import { scriptedSmtp } from '../../test/mail/scripted-smtp.ts';
import { countRoundTrips } from '../../test/round-trips.ts';
import { sendingClient, testSender } from '../../test/sending/sending-client.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';
import { holdGate } from './hold-gate.ts';

const service = await testService();
const { deps, send } = await testSender(service);

const officeHours = [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }];
const always = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }];
const monday = (time: string) => new Date(`2026-01-05T${time}Z`);

interface Settings {
  claimedAt: Date;
  windows?: object[];
  dailyLimit?: number;
  sentToday?: number;
  holidays?: string[];
  rampUp?: { start: number; step: number };
}

/** An email that was claimed at an instant. Its mailbox has these settings afterwards. */
async function setUp({
  claimedAt,
  windows = always,
  dailyLimit = 30,
  sentToday = 1,
  holidays = [],
  rampUp,
}: Settings) {
  const server = await scriptedSmtp();
  const client = await sendingClient(service);
  const message = await client.claim(server, { claimedAt });
  await client.rows(sql`
    update mailbox
    set windows = ${JSON.stringify(windows)}, daily_limit = ${dailyLimit}, sent_today = ${sentToday},
        ramp_start = ${rampUp?.start ?? null}, ramp_step = ${rampUp?.step ?? null}
    where id = ${message.mailbox.id}`);
  await client.rows(sql`
    insert into mail_settings (workspace_id, holidays) values (${client.workspaceId}, ${holidays}::date[])`);
  return {
    ...{ server, client, message },
    sendAt: (at: Date) => send(client.workspaceId, message, { clock: () => at }),
  };
}

test.each<[string, Settings, Date, string]>([
  [
    'its sending times ended',
    { claimedAt: monday('16:59:59'), windows: officeHours },
    monday('17:00:00'),
    'outside_window',
  ],
  [
    'a holiday began',
    { claimedAt: monday('23:59:59'), holidays: ['2026-01-06'] },
    new Date('2026-01-06T00:00:01Z'),
    'outside_window',
  ],
  [
    'its sending times were removed',
    { claimedAt: monday('10:00'), windows: [] },
    monday('10:00'),
    'no_window',
  ],
  [
    'the daily limit was lowered to what has left without it',
    { claimedAt: monday('10:00'), sentToday: 4, dailyLimit: 3 },
    monday('10:00'),
    'daily_limit',
  ],
  [
    'a ramp-up with a lower limit began',
    { claimedAt: monday('10:00'), sentToday: 4, rampUp: { start: 3, step: 1 } },
    monday('10:00'),
    'daily_limit',
  ],
])(
  'an email is held back at the dot if meanwhile %s, and its place is given back',
  async (_what, settings, at, why) => {
    const { server, client, message, sendAt } = await setUp(settings);
    expect(await sendAt(at)).toEqual({ kind: 'refused_at_gate', why });
    expect(server.dots).toEqual([]);
    expect((await client.outbound(message.id)).status).toBe('released');
    expect((await client.enrollment(message)).status).toBe('waiting');
    const { sentToday } = await client.mailbox(message.mailbox.id);
    expect(sentToday).toBe((settings.sentToday ?? 1) - 1);
  },
);

test.each<[string, Settings, Date]>([
  [
    'in the last second of its sending times',
    { claimedAt: monday('16:59:58'), windows: officeHours },
    monday('16:59:59.999'),
  ],
  [
    'as the last one that the daily limit allows',
    { claimedAt: monday('10:00'), sentToday: 3, dailyLimit: 3 },
    monday('10:00:01'),
  ],
  [
    'after midnight, counted on the day of its claim',
    { claimedAt: monday('23:59:59'), sentToday: 3, dailyLimit: 3, rampUp: { start: 3, step: 1 } },
    new Date('2026-01-06T00:00:01Z'),
  ],
])('an email leaves %s', async (_when, settings, at) => {
  const { sendAt } = await setUp(settings);
  expect(await sendAt(at)).toEqual({ kind: 'accepted' });
});

test('an email that is on its way obeys settings that a request has changed', async () => {
  const greeting = Promise.withResolvers<string>();
  const server = await scriptedSmtp({ on: { greeting: greeting.promise } });
  const client = await sendingClient(service);
  const message = await client.claim(server);
  const sending = send(client.workspaceId, message);
  const day = new Date().getUTCDay();
  // The day must differ from today, and from tomorrow if it begins during the test.
  const windows = [{ days: [((day + 2) % 7) + 1], from: '09:00', to: '17:00' }];
  const { status } = await service.call(
    await client.workspace.token('admin'),
    'PATCH',
    `/api/v1/manage/mailboxes/${message.mailbox.id}`,
    { body: { windows } },
  );
  expect(status).toBe(200);
  greeting.resolve('220 mail.example');
  expect(await sending).toEqual({ kind: 'refused_at_gate', why: 'outside_window' });
  expect(server.dots).toEqual([]);
});

test('the gate is held for two round trips to the database before the dot', async () => {
  const { client, message } = await setUp({ claimedAt: new Date() });
  const { db, counts } = countRoundTrips(deps.db);
  const gate = await holdGate({ ...deps, db }, client.workspaceId, message);
  if (gate.kind !== 'open') throw new Error(gate.kind);
  await gate.release();
  // Marking the email is a transaction of its own.
  expect(counts).toEqual([1, 2]);
});
