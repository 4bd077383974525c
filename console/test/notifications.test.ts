import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { workClient } from '../../server/test/prospects/work-client.ts';
import {
  expectAccessibleAtNight,
  expectNoSidewaysScrollingAtNight,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

test('a colleague is mentioned by name; their bell leads to the note, and all can be marked as read', async () => {
  const client = await workClient(service);
  const author = await instance.member(client.workspace, 'member');
  const reader = await instance.member(client.workspace, 'member');
  await reader.open('~/home');
  await reader.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();

  await author.open(`~/prospects?prospect=${client.prospectId}`);
  const notes = author.page.getByRole('region', { name: 'Notes' });
  const [user] = await service.owner.query<{ id: string; name: string }>(
    sql`select id, name from auth."user" where email = ${reader.email}`,
  );
  const { id: userId, name } = user!;
  // Others in this workspace have the same name.
  const label = `${name} (${reader.email})`;
  await notes.getByRole('button', { name: 'Mention' }).press('Enter');
  await author.page.getByRole('menuitem', { name: label }).click();
  const input = notes.getByRole('textbox', { name: 'New note' });
  await expect.poll(() => input.inputValue()).toBe(`@${label} `);

  // Or by typing an @ and the beginning of the name.
  await input.fill('');
  await input.pressSequentially(`Hi @${name.slice(0, 2)}`);
  const people = author.page.getByRole('listbox', { name: 'People' });
  await people.getByRole('option', { name: label }).waitFor();
  await expectAccessibleAtNight(author.page);
  await author.page.keyboard.press('Escape');
  await people.waitFor({ state: 'detached' });
  await input.press('Backspace');
  await people.getByRole('option', { name: label }).click();
  await expect.poll(() => input.inputValue()).toBe(`Hi @${label} `);
  await input.fill('');
  await input.pressSequentially(`@${name.slice(0, 2)}`);
  await people.getByRole('option', { name: label }).waitFor();
  const position = (await people.getByRole('option').allInnerTexts()).indexOf(label);
  for (let step = 0; step < position; step += 1) await input.press('ArrowDown');
  await author.page.keyboard.press('Enter');
  await expect.poll(() => input.inputValue()).toBe(`@${label} `);
  await input.press('End');
  await author.page.keyboard.type('please call');
  await author.page.keyboard.press('Control+Enter');
  await notes.getByText(`@${name}`, { exact: true }).waitFor();
  await expectAccessibleAtNight(author.page);
  const stored = await client.ask('GET', `/prospects/${client.prospectId}/notes`);
  expect(stored.data.notes[0].text).toBe(`@[${userId}] please call`);
  await client.addNote({ text: `@[${userId}] again` });

  await reader.page.reload();
  await reader.page.getByRole('button', { name: 'Notifications, 2 unread' }).press('Enter');
  const link = reader.page.getByRole('link', { name: /mentioned you in a note about Amara/ });
  await expect.poll(() => link.count()).toBe(2);
  await expectAccessibleAtNight(reader.page);
  await expectNoSidewaysScrollingAtNight(reader.page);
  await link.first().click();
  await reader.page.getByRole('dialog', { name: 'Amara Okafor' }).waitFor();
  await reader.page.keyboard.press('Escape');
  await reader.page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await reader.page.getByRole('button', { name: 'Mark all as read' }).click();
  await reader.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
});
