import { expect, test } from 'vitest';
import { actionNames } from './audit-labels.ts';
import { type AuditEntry, sentenceOf } from './sentences.ts';

const names = {
  actor: ({ kind }: AuditEntry['actor']) => (kind === 'system' ? 'Outcrop' : 'you'),
  user: (id: string) => (id === 'u2' ? 'Tomasz Nowicki' : 'a former member'),
};
const entry = (
  action: AuditEntry['action'],
  detail: AuditEntry['detail'] = {},
  target: string | null = null,
): AuditEntry => ({
  id: '1',
  action,
  actor: { kind: 'user', id: 'u1' },
  target,
  detail,
  correlationId: null,
  createdAt: '2026-03-05T14:02:38.204Z',
});

test.each<[string, AuditEntry]>([
  [
    'You renamed the list “Fair” to “Trade fair”.',
    entry('list.renamed', { name: 'Trade fair', previousName: 'Fair' }),
  ],
  [
    'You changed the role of Tomasz Nowicki from Member to Admin.',
    entry('member.role_changed', { role: 'admin', previousRole: 'member' }, 'u2'),
  ],
  [
    'You removed a former member (1 token revoked).',
    entry('member.removed', { role: 'member', tokensEnded: 1 }, 'u9'),
  ],
  [
    'You edited a prospect: full name, title.',
    entry('prospect.edited', { fields: ['fullName', 'title'] }),
  ],
  [
    'You edited a mailbox: SMTP server, IMAP server, daily limit.',
    entry('mailbox.edited', { fields: ['smtp', 'imap', 'dailyLimit'] }),
  ],
  ['You edited a prospect: LinkedIn URL.', entry('prospect.edited', { fields: ['linkedinUrl'] })],
  ['You paused a campaign.', entry('campaign.status_changed', { status: 'paused' })],
  [
    'You started a background job: delete prospects.',
    entry('task.started', { action: 'delete', filter: { q: 3 } }),
  ],
  [
    'You started a background job: tag 3 prospects with “Q4 push”.',
    entry('task.started', { action: 'tag', boardName: 'Q4 push', stage: null, total: 3 }),
  ],
  [
    'You undid a background job: moved 12 prospects to Interested.',
    entry('task.undone', { action: 'stage', boardName: null, stage: 'interested', affected: 12 }),
  ],
  ['You uploaded a CSV file (1,204 rows).', entry('import.uploaded', { rows: 1_204 })],
  [
    'You connected Chrome on Windows.',
    entry('browser.confirmed', { browser: 'Chrome on Windows' }),
  ],
])('%s', (sentence, given) => {
  expect(sentenceOf(given, names)).toBe(sentence);
});

test('every action is a sentence, also with details that an earlier version stored', () => {
  for (const action of Object.keys(actionNames) as AuditEntry['action'][]) {
    const sentence = sentenceOf(entry(action), names);
    expect(sentence).toMatch(/^You .+\.$/);
    expect(sentence).not.toMatch(/undefined|null|\[object/);
  }
});

test('the name of a token is shown as it is', () => {
  const byToken = { ...entry('audit.exported'), actor: { kind: 'token', id: 't1' } as const };
  const sentence = sentenceOf(byToken, { ...names, actor: () => 'crm sync (Ines Duarte)' });
  expect(sentence).toBe('crm sync (Ines Duarte) downloaded the audit log.');
});
