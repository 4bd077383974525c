import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sizeForRun, timeoutForRun } from '../run-size.ts';
import { testService } from '../service.ts';
import {
  type ArrivedEmail,
  editedCampaign,
  type NamedStep,
  startHoldingServer,
} from './edited-campaign.ts';
import { ExpectedEmails } from './expected-emails.ts';
import { testSender } from './sending-client.ts';

const service = await testService();
const { deps } = await testSender(service);
const smtp = await startHoldingServer();
const numRuns = sizeForRun(4, 1_000);

type Change =
  | { kind: 'insert' | 'remove' | 'rewrite' | 'return'; at: number }
  | { kind: 'move'; from: number; to: number };

const at = fc.nat(9);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      'insert' as const,
      'remove' as const,
      'rewrite' as const,
      'return' as const,
    ),
    at,
  }),
  fc.record({ kind: fc.constant('move' as const), from: at, to: at }),
);
interface Edit {
  changes: Change[];
  /** The actions of a worker during an edit. */
  worker: 'idle' | 'lost' | 'sending';
  daysAfter: number;
}
const edit: fc.Arbitrary<Edit> = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 4 }),
  worker: fc.constantFrom('idle' as const, 'lost' as const, 'sending' as const),
  daysAfter: fc.nat(2),
});

/** Every kind of change, and every action of a worker during it. */
const examples: [Edit[]][] = [
  [
    [
      { changes: [{ kind: 'remove', at: 1 }], worker: 'lost', daysAfter: 0 },
      { changes: [{ kind: 'return', at: 0 }], worker: 'idle', daysAfter: 1 },
      { changes: [{ kind: 'rewrite', at: 1 }], worker: 'sending', daysAfter: 0 },
    ],
  ],
  [
    [
      { changes: [{ kind: 'move', from: 0, to: 2 }], worker: 'sending', daysAfter: 1 },
      {
        changes: [
          { kind: 'insert', at: 1 },
          { kind: 'remove', at: 0 },
        ],
        worker: 'lost',
        daysAfter: 0,
      },
    ],
  ],
];

let stepCount = 0;
const newStep = (): NamedStep => ({ name: `s${++stepCount}`, revision: 1 });

/** The steps after some changes, and those that are gone. */
function changeSteps(steps: NamedStep[], removed: NamedStep[], changes: Change[]) {
  const [after, gone] = [[...steps], [...removed]];
  const place = (index: number) => index % (after.length + 1);
  for (const each of changes) {
    if (each.kind === 'insert') after.splice(place(each.at), 0, newStep());
    else if (each.kind === 'return') after.splice(place(each.at), 0, ...gone.splice(0, 1));
    else if (after.length === 0) continue;
    else if (each.kind === 'remove' && after.length > 1)
      gone.push(...after.splice(each.at % after.length, 1));
    else if (each.kind === 'rewrite') {
      const step = after[each.at % after.length]!;
      after[each.at % after.length] = { ...step, revision: step.revision + 1 };
    } else if (each.kind === 'move') {
      const [step] = after.splice(each.from % after.length, 1);
      after.splice(place(each.to), 0, step!);
    }
  }
  // A step that was inserted and removed by the same edit never existed.
  return { after, gone: gone.filter(({ id }) => id !== undefined) };
}

test('no edit of a paused campaign sends a step twice or sends a removed step, and all other steps are sent', {
  timeout: timeoutForRun(3_600_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
      const campaign = await editedCampaign(service, deps, smtp, [newStep(), newStep(), newStep()]);
      const expected = new ExpectedEmails();
      let seen = smtp.arrived().length;
      const follow = (isComplete = false) => {
        const all = smtp.arrived();
        for (const email of all.slice(seen)) expected.arrived(email, campaign.steps());
        seen = all.length;
        if (isComplete) expected.checkComplete(campaign.steps());
      };
      const add = async () => {
        const email = `${randomUUID()}@${randomUUID()}.example`;
        expected.add(email);
        await campaign.add(email);
      };
      // One has finished, one is before each step, and one has not started.
      for (let day = 0; day < 3; day++) {
        await add();
        await campaign.day();
        follow();
      }
      await add();

      let gone: NamedStep[] = [];
      for (const { changes, worker, daysAfter } of edits) {
        const before = campaign.steps();
        const next = changeSteps(before, gone, changes);
        ({ gone } = next);
        const apply = async () => {
          follow();
          await campaign.edit(next.after);
          expected.edited(before, campaign.steps());
        };
        const claimed = worker === 'idle' ? null : await campaign.claimAndLose();
        if (claimed !== null) expected.claimed(claimed, before);
        if (worker === 'sending' && claimed !== null) await campaign.during(claimed, apply);
        else await apply();
        follow();
        for (let day = 0; day < daysAfter; day++) {
          await campaign.day();
          follow();
        }
      }
      for (let day = 0; day < campaign.steps().length + 3; day++) await campaign.day();
      follow(true);
      expect(await campaign.statuses()).toEqual(['finished']);
    }),
    { numRuns, examples, interruptAfterTimeLimit: 3_000_000 },
  );
});

const textsOf = (arrived: ArrivedEmail[], to: string) =>
  arrived.filter((email) => email.to === to).map(({ name, revision }) => `${name}.${revision}`);

test('an email that was on its way when its step was rewritten or removed is not sent; the new text or the next step is', async () => {
  const steps = [newStep(), newStep()];
  for (const remove of [false, true]) {
    const campaign = await editedCampaign(service, deps, smtp, steps);
    const email = `${randomUUID()}@acme.example`;
    await campaign.add(email);
    const isSending = await campaign.during(email, async () => {
      const [first, second] = campaign.steps();
      await campaign.edit(remove ? [second!] : [{ ...first!, revision: 2 }, second!]);
    });
    expect(isSending).toBe(true);
    expect(textsOf(smtp.arrived(), email)).toEqual([]);
    for (let day = 0; day < 3; day++) await campaign.day();
    const [first, second] = steps.map(({ name }) => name);
    expect(textsOf(smtp.arrived(), email)).toEqual(
      remove ? [`${second}.1`] : [`${first}.2`, `${second}.1`],
    );
  }
});
