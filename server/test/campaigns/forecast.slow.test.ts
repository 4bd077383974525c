import { expect, test } from 'vitest';
import { forecastCampaign } from '../../src/campaigns/forecast-rules.ts';
import { readForecastState } from '../../src/campaigns/get-campaign-forecast.ts';
import { localDay } from '../../src/core/sending/send-time-rules.ts';
import { sql } from '../../src/platform/db/index.ts';
import { seededRandom } from '../faults/seeded-random.ts';
import { sizeForRun, timeoutForRun } from '../run-size.ts';
import { type MailWorkspace, mailWorkspace, workerDatabase } from '../sending/mail-workspace.ts';
import { virtualTurn } from '../sending/virtual-days.ts';
import { testService } from '../service.ts';

/** How many times more emails and people than in CI. */
const scale = sizeForRun(1, 4);
const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** The clocks change in New York after a week, and in Berlin after four. */
const start = Date.parse('2026-03-02T00:00Z');
const end = start + 60 * dayMs;
const weekdays = [1, 2, 3, 4, 5];

const service = await testService();
const db = workerDatabase(service);

/** The first mailbox has a low limit, the second ramps up, and the third has gaps longer than its windows. */
async function insertMailboxes(mail: MailWorkspace): Promise<Map<string, string>> {
  const common = { syncedAt: new Date(end), sendAt: new Date(start) };
  const office = [{ days: weekdays, from: '09:00', to: '17:00' }];
  const short = [
    { days: weekdays, from: '09:00', to: '11:00' },
    { days: weekdays, from: '13:30', to: '15:00' },
  ];
  const gaps = (seconds: number): [number, number] => [
    (1.4 * seconds) / scale,
    (1.6 * seconds) / scale,
  ];
  const mailboxes = [
    { zone: 'Europe/Berlin', windows: office, dailyLimit: 5 * scale, gapSeconds: gaps(540) },
    {
      ...{ zone: 'America/New_York', windows: office, dailyLimit: 5 * scale },
      ...{ gapSeconds: gaps(540), ramp: [scale, scale] as [number, number] },
    },
    { zone: 'Asia/Tokyo', windows: short, dailyLimit: 1_000, gapSeconds: gaps(2_400) },
  ];
  const zones = new Map<string, string>();
  for (const mailbox of mailboxes) {
    const id = await mail.mailbox({ ...common, ...mailbox });
    await mail.setMailbox(id, 'lease_id', null);
    zones.set(id, mailbox.zone);
  }
  return zones;
}

/** The due time of the next email that this mailbox may send. */
async function nextDueAt(mail: MailWorkspace, mailboxId: string): Promise<number> {
  const [row] = await mail.rows<{ at: Date | null }>(sql`
    select min(due_at) as at from enrollment
    where status = 'waiting' and (mailbox_id is null or mailbox_id = ${mailboxId})`);
  return row!.at?.getTime() ?? end;
}

const people = async (mail: MailWorkspace, campaignId: string, count: number) => {
  for (let index = 0; index < count; index++) await mail.person(campaignId, new Date(start));
};

test('what is forecast is what sending does over 30 days', {
  timeout: timeoutForRun(1_800_000, 60_000),
}, async () => {
  const { id: workspaceId } = await service.workspace();
  const mail = mailWorkspace(service.owner, db, workspaceId);
  await mail.settings('holidays', '{2026-03-11}');
  const zones = await insertMailboxes(mail);
  const [berlin, ...others] = [...zones.keys()] as [string, ...string[]];
  const main = await mail.campaign({
    ...{ steps: ['One', 2, 'Two', 3, 'Three'], mailboxes: [berlin, ...others] },
    newPerDay: 7 * scale,
  });
  const other = await mail.campaign({ steps: ['One', 4, 'Two'], mailboxes: [berlin] });
  await people(mail, main.id, 65 * scale);
  await people(mail, other.id, 15 * scale);
  const state = await db.transaction(workspaceId, (tx) =>
    readForecastState(tx, main.id, new Date(start)),
  );
  const expected = forecastCampaign(state!, new Date(start));

  const nextOf = (stepId: string) => {
    for (const { stepIds } of [main, other]) {
      const ids: string[] = stepIds;
      const index = ids.indexOf(stepId);
      const stepIdAfter = ids[index + 2];
      if (index >= 0 && stepIdAfter)
        return { stepId: stepIdAfter, days: stepIds === other.stepIds ? 4 : index === 0 ? 2 : 3 };
    }
    return null;
  };
  const random = seededRandom(20_260_302);
  const turns = new Map([...zones.keys()].map((id) => [id, start]));
  const days: Record<string, { firstEmails: number; followUps: number }> = {};
  let lastDay = '';
  for (let left = 65 * scale * 3; left > 0; ) {
    const [id, at] = [...turns].reduce((first, each) => (each[1] < first[1] ? each : first));
    expect(at, 'everything is sent').toBeLessThan(end);
    const turn = { at: new Date(at), random, outcome: 'accepted' as const, nextOf };
    const { message, nextAt } = await virtualTurn(db, workspaceId, id, turn);
    // A mailbox without due emails looks every five minutes. The simulation skips to the next due time.
    const waited = message ? at : Math.max(at + minuteMs, await nextDueAt(mail, id));
    turns.set(id, Math.max(nextAt?.getTime() ?? end, waited));
    if (message?.campaignId !== main.id) continue;
    left--;
    const day = localDay(zones.get(id)!, new Date(at));
    days[day] ??= { firstEmails: 0, followUps: 0 };
    days[day][message.isFirst ? 'firstEmails' : 'followUps']++;
    lastDay = day > lastDay ? day : lastDay;
  }

  const sent = Object.entries(days).sort(([a], [b]) => a.localeCompare(b));
  console.log(JSON.stringify({ lastDay, forecast: expected, sent }));
  expect(sent.length).toBeGreaterThan(15);
  const apart = Date.parse(expected.lastEmailOn!) - Date.parse(lastDay);
  expect(Math.abs(apart) / dayMs, `${expected.lastEmailOn} and ${lastDay}`).toBeLessThanOrEqual(1);
  expect(expected).toMatchObject({ isComplete: true, notSent: 0 });
  for (const [day, counts] of sent) {
    const forecastDay = expected.days.find((each) => each.day === day);
    const total = counts.firstEmails + counts.followUps;
    const difference = (forecastDay?.firstEmails ?? 0) + (forecastDay?.followUps ?? 0) - total;
    expect(Math.abs(difference), `${day}: ${difference} of ${total}`).toBeLessThanOrEqual(
      Math.max(2, total / 10),
    );
  }
});
