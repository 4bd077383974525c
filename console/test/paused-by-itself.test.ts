import { test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { recordCreator } from '../../server/test/record-creator.ts';
import { heading } from './forms.ts';
import {
  expectAccessibleAtNight,
  expectNoSidewaysScrollingAtNight,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { owner } = instance.service;

test('a campaign and a mailbox that paused by themselves say why, on Home too, until someone resumes them', async () => {
  const workspace = await instance.service.workspace();
  const { page, open } = await instance.member(workspace, 'admin');
  const create = recordCreator(owner, workspace.id);
  const [campaignId, mailboxId] = [await create('campaign'), await create('mailbox')];
  const pause = { reason: 'bounces', emails: 80, count: 4, at: new Date().toISOString() };
  const [{ name } = { name: '' }] = await owner.query<{ name: string }>(sql`
    update campaign set status = 'paused', pause = ${JSON.stringify(pause)} where id = ${campaignId} returning name`);
  const [{ address } = { address: '' }] = await owner.query<{ address: string }>(sql`
    update mailbox set status = 'paused', reason = 'complaints',
      detail = '1 of the last 900 emails was reported as spam (0.11%).'
    where id = ${mailboxId} returning address`);

  await open('~/home');
  const attention = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await attention(name).getByText('4 of 80 emails bounced (5%)').waitFor();
  await attention(address).getByText('Paused automatically').waitFor();
  await expectAccessibleAtNight(page);
  await expectNoSidewaysScrollingAtNight(page);
  await page.getByRole('link', { name, exact: true }).click();
  await heading(page, name).waitFor();
  await page.getByText('Paused automatically: 4 of 80 emails bounced (5%)').waitFor();
  await expectAccessibleAtNight(page);
  await expectNoSidewaysScrollingAtNight(page);

  await open('~/home');
  await page.getByRole('link', { name: address, exact: true }).click();
  await heading(page, address).waitFor();
  await page.getByText('1 of the last 900 emails was reported as spam (0.11%).').waitFor();
  await expectAccessibleAtNight(page);
  await expectNoSidewaysScrollingAtNight(page);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Paused automatically').waitFor({ state: 'detached' });
});
