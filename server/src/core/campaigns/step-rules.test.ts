import type { CampaignStep } from '@outcrop/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findRemovedSteps, nextStep, waitBefore } from './step-rules.ts';

const email = (id: string): CampaignStep => ({
  id,
  kind: 'email',
  subject: null,
  body: id,
  format: 'text',
  alternatives: [],
});
const wait = (id: string, days = 3, workingDays = false): CampaignStep => ({
  id,
  kind: 'wait',
  days,
  workingDays,
});
const stepsOf = (ids: string) =>
  [...ids].map((id) => (id === id.toLowerCase() ? wait(id) : email(id)));

/** A campaign whose steps are edited as the API does it. */
function sequence(ids: string) {
  const state = { steps: stepsOf(ids), removed: new Map<string, string | null>() };
  return {
    state,
    edit: (after: CampaignStep[]) => {
      for (const { id } of after) state.removed.delete(id);
      for (const [id, next] of findRemovedSteps(state.steps, after)) state.removed.set(id, next);
      state.steps = after;
    },
    next: (stepId: string | null, sent: string[] = []) =>
      nextStep(state.steps, state.removed, stepId, sent)?.id ?? null,
  };
}

describe('the next email', () => {
  test('stays the same when it is moved, and sent ones are passed over', () => {
    const { edit, next } = sequence('ABCD');
    edit(stepsOf('CADB'));
    expect(next('C', ['A', 'B'])).toBe('C');
    expect(next('C', ['A', 'B', 'C'])).toBe('D');
    expect(next('D', ['A', 'B', 'C', 'D'])).toBeNull();
  });

  test('is the one that followed it if it was removed, however long ago', () => {
    const { edit, next } = sequence('ABbCD');
    edit(stepsOf('ACD'));
    expect(next('B', ['A'])).toBe('C');
    edit(stepsOf('AXD'));
    expect(next('B', ['A'])).toBe('D');
    edit(stepsOf('AX'));
    expect(next('B', ['A'])).toBeNull();
  });

  test('is a removed one that returned', () => {
    const { edit, next } = sequence('ABC');
    edit(stepsOf('AC'));
    edit(stepsOf('ACB'));
    expect(next('B', ['A'])).toBe('B');
  });

  test('is none if the step is unknown, and the one after a step that became a wait', () => {
    const { edit, next, state } = sequence('ABC');
    expect(next('?')).toBeNull();
    edit(state.steps.map((step) => (step.id === 'B' ? wait('B') : step)));
    expect(next('B', ['A'])).toBe('C');
  });
});

test('the wait before an email adds up to the email before it, by kind of day', () => {
  const steps = [
    wait('a', 1),
    email('A'),
    wait('b', 2),
    wait('c', 4, true),
    email('B'),
    email('C'),
  ];
  expect(waitBefore(steps, 'A')).toEqual({ days: 1, workingDays: 0 });
  expect(waitBefore(steps, 'B')).toEqual({ days: 2, workingDays: 4 });
  expect(waitBefore(steps, 'C')).toEqual({ days: 0, workingDays: 0 });
  expect(waitBefore(steps, '?')).toEqual({ days: 0, workingDays: 0 });
});

const place = fc.nat(30);
const action = fc.oneof(
  fc.record({ do: fc.constant('insert' as const), at: place, isEmail: fc.boolean() }),
  fc.record({ do: fc.constant('move' as const), from: place, at: place }),
  fc.record({ do: fc.constant('remove' as const), at: place }),
  fc.record({ do: fc.constant('restore' as const), which: place, at: place }),
  fc.record({ do: fc.constant('replace' as const), count: fc.nat(4) }),
  fc.record({ do: fc.constant('enroll' as const) }),
  fc.record({ do: fc.constant('send' as const), who: place }),
  fc.record({ do: fc.constant('send' as const), who: place }),
);

test('after any edits with prospects at every step, no prospect gets a step twice and all finish', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const { state, edit, next } = sequence('AbBcC');
      let created = 0;
      const newStep = (isEmail: boolean) => (isEmail ? email : wait)(`n${created++}`);
      const people: { stepId: string | null; sent: string[]; isFinished: boolean }[] = [];
      const send = (person: (typeof people)[number]) => {
        if (person.isFinished) return;
        const id = next(person.stepId, person.sent);
        if (id !== null) {
          expect(person.sent).not.toContain(id);
          person.sent.push(id);
        }
        person.stepId = id === null ? null : next(id, person.sent);
        person.isFinished = person.stepId === null;
      };
      for (const each of actions) {
        const { steps, removed } = state;
        const size = steps.length;
        if (each.do === 'enroll') people.push({ stepId: null, sent: [], isFinished: false });
        else if (each.do === 'send') {
          if (people.length > 0) send(people[each.who % people.length]!);
        } else if (each.do === 'insert')
          edit(steps.toSpliced(each.at % (size + 1), 0, newStep(each.isEmail)));
        else if (each.do === 'replace')
          edit(Array.from({ length: each.count }, () => newStep(true)));
        else if (each.do === 'restore') {
          const ids = [...removed.keys()];
          if (ids.length > 0)
            edit(steps.toSpliced(each.at % (size + 1), 0, email(ids[each.which % ids.length]!)));
        } else if (size > 0 && each.do === 'remove') edit(steps.toSpliced(each.at % size, 1));
        else if (size > 0 && each.do === 'move') {
          const moved = steps[each.from % size]!;
          edit(steps.toSpliced(each.from % size, 1).toSpliced(each.at % size, 0, moved));
        }
      }
      const emails = state.steps.filter(({ kind }) => kind === 'email').length;
      for (const person of people) for (let sends = 0; sends <= emails; sends++) send(person);
      expect(people.every(({ isFinished }) => isFinished)).toBe(true);
      for (const { sent } of people) expect(new Set(sent).size).toBe(sent.length);
    }),
    { numRuns: 1_000 },
  );
});
