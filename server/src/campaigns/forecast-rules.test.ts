import { expect, test } from 'vitest';
import { type ForecastState, forecastCampaign } from './forecast-rules.ts';

const monday = new Date('2026-01-05T10:00Z');
type Waiting = ForecastState['campaigns'][number]['waiting'][number];

const mailbox = (
  id: string,
  changed: Partial<ForecastState['mailboxes'][number]> = {},
): ForecastState['mailboxes'][number] => ({
  ...{ id, status: 'ok', dailyLimit: 2, gapFromSeconds: 60, gapToSeconds: 60 },
  ...{ rampStart: null, rampStep: null, rampDays: 0, zone: 'UTC' },
  windows: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
  ...{ day: null, dayBegan: null, sentToday: 0, freeAt: null, restUntil: null },
  ...changed,
});

const stateOf = (mailboxes: ForecastState['mailboxes'], waiting: Waiting[]): ForecastState => ({
  ...{ campaignId: 'target', holidays: [], mailboxes },
  campaigns: [
    {
      ...{ id: 'target', newPerDay: null, firstEmailsByDay: {}, waiting },
      lastFirstEmailByMailbox: Object.fromEntries(mailboxes.map(({ id }) => [id, null])),
      waits: [
        { days: 0, workingDays: 0 },
        { days: 1, workingDays: 0 },
      ],
    },
  ],
});

const followUps = (mailboxId: string, people: number): Waiting => ({
  ...{ mailboxId, email: 1, dueAt: monday, people },
});

test('follow-ups leave from their own mailbox, and first emails from any', () => {
  const mailboxes = [mailbox('busy'), mailbox('idle'), mailbox('paused', { status: 'paused' })];
  const waiting = [
    followUps('busy', 3),
    followUps('paused', 4),
    { ...followUps('idle', 2), mailboxId: null, email: 0 },
    followUps('elsewhere', 5),
    // After the last email.
    { ...followUps('idle', 2), email: 2 },
  ];
  expect(forecastCampaign(stateOf(mailboxes, waiting), monday)).toMatchObject({
    ...{ firstEmails: 2, notSent: 9, bottleneck: 'busy' },
    days: [
      { day: '2026-01-05', firstEmails: 2, followUps: 2 },
      { day: '2026-01-06', firstEmails: 0, followUps: 3 },
    ],
  });
});

test('groups of waiting people are read once, not once for each mailbox', () => {
  const mailboxes = Array.from({ length: 100 }, (_, n) => mailbox(`${n}`, { status: 'paused' }));
  let reads = 0;
  const waiting = Array.from({ length: 20_000 }, (_, n) => ({
    ...followUps('', 1),
    get mailboxId() {
      reads++;
      return `${n % 100}`;
    },
  }));
  expect(forecastCampaign(stateOf(mailboxes, waiting), monday).notSent).toBe(20_000);
  expect(reads).toBeLessThanOrEqual(2 * waiting.length);
});
