import { expect, test } from 'vitest';
import { mailboxesClient } from '../../test/mailboxes/mailboxes-client.ts';
import { testService } from '../../test/service.ts';

const service = await testService();

test('mail settings have defaults, keep omitted fields, and null removes the company limit', async () => {
  const workspace = await service.workspace();
  const admin = await mailboxesClient(service, workspace, 'admin');
  const defaults = {
    companyPerDay: null,
    cooldownHours: 24,
    stopCompanyOnReply: false,
    holidays: [],
    keepTextDays: null,
  };
  expect(await admin.call('GET', '/mail-settings')).toEqual({ settings: defaults });
  const holidays = ['2027-01-01', '2026-12-25', '2027-01-01'];
  const changed = { companyPerDay: 3, holidays: ['2026-12-25', '2027-01-01'] };
  expect(await admin.call('PATCH', '/mail-settings', { companyPerDay: 3, holidays })).toEqual({
    settings: { ...defaults, ...changed },
  });
  const more = { companyPerDay: null, cooldownHours: 0, stopCompanyOnReply: true };
  const after = { settings: { ...defaults, ...changed, ...more } };
  expect(await admin.call('PATCH', '/mail-settings', more)).toEqual(after);
  expect(await admin.call('PATCH', '/mail-settings', more)).toEqual(after);
  expect(await admin.call('GET', '/mail-settings')).toEqual(after);
  expect((await admin.audit('mail_settings.edited')).map(({ detail }) => detail)).toEqual([
    { fields: ['companyPerDay', 'holidays'] },
    { fields: ['companyPerDay', 'cooldownHours', 'stopCompanyOnReply'] },
  ]);
});

test('invalid dates, more than 100 holidays and other roles are refused', async () => {
  const workspace = await service.workspace();
  const admin = await mailboxesClient(service, workspace, 'admin');
  const days = Array.from({ length: 101 }, (_, n) =>
    new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10),
  );
  for (const body of [
    { holidays: ['2026-02-30'] },
    { holidays: days },
    { companyPerDay: 0 },
    { cooldownHours: -1 },
  ])
    expect((await admin.send('PATCH', '/mail-settings', body)).status).toBe(422);
  const member = await mailboxesClient(service, workspace);
  expect((await member.send('PATCH', '/mail-settings', { cooldownHours: 1 })).status).toBe(403);
});

test('changed holidays wake the mailboxes that work', async () => {
  const workspace = await service.workspace();
  const admin = await mailboxesClient(service, workspace, 'admin');
  const [working, paused] = [await admin.connect(), await admin.connect()];
  await admin.makeOk(working.id);
  await admin.change(paused.id, { paused: true });
  await admin.call('PATCH', '/mail-settings', { holidays: ['2026-12-25'] });
  expect((await admin.row(working.id))['send_at']).toBeInstanceOf(Date);
  expect((await admin.row(paused.id))['send_at']).toBeNull();
});
