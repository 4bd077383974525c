import { describe, expect, test } from 'vitest';
import { astral, ids, problems } from '../../test/problems.ts';
import { patchCampaign, postCampaign } from './campaigns.ts';

const email = { kind: 'email', subject: 'Hello', body: 'Dear {{firstName|reader}}' };
const wait = { kind: 'wait', days: 3 };
const withSteps = (...steps: unknown[]) => problems(postCampaign.body, { name: 'Fair', steps });

test('a campaign needs a name of at most 200 characters, and steps are optional', () => {
  expect(postCampaign.body.parse({ name: 'Fair' })).toEqual({ name: 'Fair', steps: [] });
  expect(problems(postCampaign.body, {})).toEqual(['name']);
  expect(problems(postCampaign.body, { name: astral.repeat(200) })).toEqual([]);
  expect(problems(postCampaign.body, { name: astral.repeat(201) })).toEqual(['name']);
});

test('a change needs something to change', () => {
  for (const body of [{}, { dryRun: true }])
    expect(problems(patchCampaign.body, body)).toEqual(['name']);
  for (const body of [{ name: 'Fair' }, { steps: [] }, { status: 'paused' }])
    expect(problems(patchCampaign.body, body)).toEqual([]);
});

describe('steps', () => {
  test('are at most 20', () => {
    expect(withSteps(...Array(20).fill(email))).toEqual([]);
    expect(withSteps(...Array(21).fill(email))).toEqual(['steps']);
  });

  test('wait for 1 to 90 whole days', () => {
    for (const days of [1, 90]) expect(withSteps({ kind: 'wait', days })).toEqual([]);
    for (const days of [0, 91, 1.5, '3', undefined])
      expect(withSteps({ kind: 'wait', days })).toEqual(['steps.0.days']);
  });

  test('that are emails have a body, and the first of them a subject', () => {
    expect(withSteps(wait, email, { kind: 'email', body: 'And again' })).toEqual([]);
    expect(withSteps(wait, { ...email, subject: undefined }, email)).toEqual(['steps.1.subject']);
    expect(withSteps({ ...email, body: undefined })).toEqual(['steps.0.body']);
  });

  test('have subjects of one line and 300 characters, and bodies of 20,000', () => {
    const subject = (text: string) => withSteps({ ...email, subject: text });
    expect(subject(astral.repeat(300))).toEqual([]);
    for (const text of [astral.repeat(301), 'Hello\nBcc: all@acme.example', 'Hello\r', 'a\u0007'])
      expect(subject(text)).toEqual(['steps.0.subject']);
    const body = (text: string) => withSteps({ ...email, body: text });
    expect(body(`${astral.repeat(19_999)}\n`)).toEqual([]);
    expect(body(astral.repeat(20_001))).toEqual(['steps.0.body']);
  });
});

describe('ids of steps', () => {
  const [a, b] = ids(2);

  test('may be sent once, in any case', () => {
    expect(withSteps({ ...email, id: a }, { ...wait, id: b })).toEqual([]);
    expect(withSteps({ ...email, id: a }, { ...wait, id: a!.toUpperCase() })).toEqual([
      'steps.1.id',
    ]);
    expect(withSteps({ ...email, id: 'first' })).toEqual(['steps.0.id']);
  });

  test('also of alternatives, of which there are at most 4', () => {
    const alternatives = [
      { id: b, body: 'Hi' },
      { subject: 'Hey', body: 'Hey' },
    ];
    expect(withSteps({ ...email, id: a, alternatives })).toEqual([]);
    expect(withSteps({ ...email, id: b, alternatives })).toEqual(['steps.0.alternatives.0.id']);
    const five = Array(5).fill({ body: 'Hi' });
    expect(withSteps({ ...email, alternatives: five })).toEqual(['steps.0.alternatives']);
    expect(withSteps({ ...email, alternatives: [{ body: '{{nickname}}' }] })).toEqual([
      'steps.0.alternatives.0.body',
    ]);
  });
});

test('each kind of step has its own fields, and null counts as omitted', () => {
  expect(withSteps({ ...email, format: 'html', days: null }, { ...wait, body: null })).toEqual([]);
  expect(withSteps({ ...email, workingDays: true }, { ...wait, format: 'text' })).toEqual([
    'steps.0.workingDays',
    'steps.1.format',
  ]);
  expect(withSteps({ ...email, format: 'markdown' })).toEqual(['steps.0.format']);
});

test('the footer has the link to unsubscribe, and first emails a limit of 1 to 10,000', () => {
  const patch = (body: object) => problems(patchCampaign.body, body);
  for (const body of [
    { footer: 'Stop: {{unsubscribeUrl}}' },
    { footer: null },
    { newPerDay: null },
  ])
    expect(patch(body)).toEqual([]);
  for (const footer of [
    'Stop',
    '{{unsubscribeurl}} {{unsubscribeUrl}}',
    `{{unsubscribeUrl}}${'x'.repeat(1000)}`,
  ])
    expect(patch({ footer })).toEqual(['footer']);
  for (const newPerDay of [1, 10_000]) expect(patch({ newPerDay })).toEqual([]);
  for (const newPerDay of [0, 10_001, 1.5, '9'])
    expect(patch({ newPerDay })).toEqual(['newPerDay']);
  expect(withSteps({ ...email, body: '{{unsubscribeUrl}}' })).toEqual(['steps.0.body']);
});

test('an unknown variable is named, and the number of reported problems is limited', () => {
  const { issues } = postCampaign.body.safeParse({
    name: 'Fair',
    steps: [{ ...email, subject: 'For {{companyname}}', body: 'Dear {{firstName' }],
  }).error!;
  expect(issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['steps.0.subject', expect.stringMatching(/^has the unknown variable "companyname"/)],
    ['steps.0.body', expect.stringContaining('unclosed "{{"')],
  ]);
  const full = Array.from({ length: 900 }, (_, n) => `{{x${n}}}`).join('');
  expect(withSteps({ ...email, body: full })).toEqual(Array(5).fill('steps.0.body'));
});
