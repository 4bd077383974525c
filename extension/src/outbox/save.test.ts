import { expect, test } from 'vitest';
import { canFix, isIncomplete, newSave, repeatSave, type Save, type SaveOutcome } from './save.ts';

const leads = ['Ana', 'Bo', 'Cem'].map((fullName) => ({ fullName }));
const people = { leads, sourceType: 'extension', onMatch: 'fill' } as const;
const choices = { listName: '', tags: ['Met'], campaign: null, enrich: true };
const outcome = (status: SaveOutcome['status'], prospectId: string | null): SaveOutcome => ({
  ...{ status, text: '', prospectId, conflictIds: [], doNotContact: false },
});
const statuses = ({ steps }: Save) => steps.map(({ status }) => status);

/** Ana is saved, Bo is refused and Cem is over the quota. */
const partly = (): Save => ({
  ...newSave('w', people, choices),
  status: 'stopped',
  prospectIds: ['p1'],
  outcomes: [outcome('inserted', 'p1'), outcome('failed', null), outcome('quota_blocked', null)],
  steps: newSave('w', people, choices).steps.map((step, n) => ({
    ...step,
    status: n === 1 ? 'failed' : 'done',
  })),
});

test('a save is complete when every step and every person is', () => {
  const save = partly();
  const done = save.steps.map((step) => ({ ...step, status: 'done' as const }));
  expect(isIncomplete(save)).toBe(true);
  expect(isIncomplete({ ...save, steps: done })).toBe(true);
  expect(isIncomplete({ ...save, steps: done, outcomes: [outcome('skipped', 'p1')] })).toBe(false);
});

test('other values can help who was refused, and not who is over the quota', () => {
  const save = partly();
  expect(canFix(save)).toBe(true);
  expect(canFix({ ...save, outcomes: [outcome('quota_blocked', null)] })).toBe(false);
  expect(canFix({ ...save, status: 'done' })).toBe(false);
});

test('another attempt sends the refused people with all steps, and for the others only the failed ones', () => {
  const save = partly();
  const [refused, rest] = repeatSave(save);
  expect(refused!.leads).toEqual(leads.slice(1));
  expect(statuses(refused!)).toEqual(['waiting', 'waiting', 'waiting']);
  expect([refused!.prospectIds, refused!.outcomes]).toEqual([[], []]);
  expect(rest).toMatchObject({ id: save.id, leads: leads.slice(0, 1), prospectIds: ['p1'] });
  expect(rest!.outcomes).toEqual(save.outcomes.slice(0, 1));
  expect(statuses(rest!)).toEqual(['done', 'waiting', 'done']);
  const keys = [save, refused!, rest!].map(({ idempotencyKey }) => idempotencyKey);
  expect(new Set(keys).size).toBe(3);
});

test('if no one was saved, the same save is sent again, with corrections', () => {
  const save: Save = { ...partly(), prospectIds: [], outcomes: [] };
  const [again, ...others] = repeatSave(save, [{ fullName: 'Ana Silva' }]);
  expect(others).toEqual([]);
  expect(again).toMatchObject({ id: save.id, leads: [{ fullName: 'Ana Silva' }], problem: null });
  expect(statuses(again!)).toEqual(['waiting', 'waiting', 'waiting']);
});

test('if everyone was saved, only the failed steps are sent again', () => {
  const save: Save = {
    ...partly(),
    prospectIds: ['p1', 'p2', 'p3'],
    outcomes: ['p1', 'p2', 'p3'].map((id) => outcome('inserted', id)),
  };
  const [again, ...others] = repeatSave(save);
  expect(others).toEqual([]);
  expect(again).toMatchObject({ id: save.id, leads, prospectIds: save.prospectIds });
  expect(statuses(again!)).toEqual(['done', 'waiting', 'done']);
});
