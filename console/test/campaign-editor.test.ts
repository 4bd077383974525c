import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestWorkspace } from '../../server/test/accounts.ts';
import { focused, tabTo } from './keyboard.ts';
import { caretSettled, chip, copied, expectText, paste, tagField } from './tag-fields.ts';
import {
  expectAccessible,
  expectAccessibleAtNight,
  expectNoSidewaysScrollingAtNight,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

interface Email {
  subject: string;
  body: string;
  format?: 'text' | 'html';
}

/** A draft campaign with these emails, and its page. */
async function openEditor(...emails: Email[]) {
  const workspace = await service.workspace();
  const campaignId = await createCampaign(workspace, emails);
  const { page, open } = await instance.member(workspace, 'member');
  await open(`~/campaigns/${campaignId}`);
  const [subject, text] = [tagField(page, 'Subject'), tagField(page, 'Text')];
  const steps = async (): Promise<Email[]> => {
    const token = await workspace.token('member');
    const { data } = await service.call(token, 'GET', `/api/v1/manage/campaigns/${campaignId}`);
    return data.campaign.steps;
  };
  return { page, subject, text, steps };
}

async function createCampaign(workspace: TestWorkspace, emails: Email[]): Promise<string> {
  const token = await workspace.token('member');
  const { data } = await service.call(token, 'POST', '/api/v1/manage/campaigns', {
    body: { name: 'Spring', steps: emails.map((email) => ({ kind: 'email', ...email })) },
  });
  return data.campaign.id;
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save steps' }).click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
}

const lines = 'Hi {{firstName|there}},\n\n\n  your {{ companyName | plant }}\ttalks. ';

test('variables are chips in the text, and what is saved is what was there', async () => {
  const { page, subject, text, steps } = await openEditor({
    subject: 'For {{title}}',
    body: `${lines}Bye`,
  });
  await chip(subject, 'Title · required').waitFor();
  await chip(text, 'First name · or “there”').waitFor();
  await chip(text, 'Company · or “plant”').waitFor();
  await expectText(text, `${lines}Bye`);
  expect(await page.getByText('Unsaved changes').count()).toBe(0);
  await expectAccessibleAtNight(page);
  await expectNoSidewaysScrollingAtNight(page);

  await text.focus();
  await caretSettled(page);
  await page.keyboard.type('-bye');
  await save(page);
  expect(await steps()).toMatchObject([{ subject: 'For {{title}}', body: `${lines}Bye-bye` }]);
});

nightlyTest('an email in HTML is edited as its source', async () => {
  const body = '<p>Hi <b>{{firstName|there}}</b></p>\n<p>a &amp; b</p>';
  const { page, text, steps } = await openEditor({ subject: 'Hello', body, format: 'html' });
  await expectText(text, body);
  await text.focus();
  await caretSettled(page);
  await page.keyboard.type('<p>c</p>');
  await save(page);
  expect(await steps()).toMatchObject([{ format: 'html', body: `${body}<p>c</p>` }]);
});

nightlyTest(
  'after two braces the keyboard chooses a variable, selects its chip, changes the fallback and deletes it',
  async () => {
    const { page, text } = await openEditor({ subject: 'Hello', body: 'Dear friend' });
    await text.waitFor();
    await tabTo(page, 'Text');
    await page.keyboard.type(' of {{comp');
    await page.getByRole('option', { name: 'Company' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expectText(text, 'Dear friend of {{companyName|your company}}');

    await page.keyboard.press('ArrowLeft');
    await caretSettled(page);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Company' });
    await dialog.waitFor();
    await expect.poll(() => focused(page)).toBe('Text if empty');
    await expectAccessible(page);
    await page.keyboard.press('Control+A');
    await caretSettled(page);
    await page.keyboard.type('your {plant}');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Text');
    await caretSettled(page);
    await page.keyboard.type('!');
    await expectText(text, 'Dear friend of {{companyName|your plant}}!');

    await page.keyboard.press('ArrowLeft');
    await caretSettled(page);
    await page.keyboard.press('ArrowLeft');
    await caretSettled(page);
    await page.keyboard.press('Space');
    await dialog.waitFor();
    await tabTo(page, 'Required');
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await expectText(text, 'Dear friend of {{companyName|your plant}}!');
    expect(await focused(page)).toBe('Text');
    await caretSettled(page);

    await page.keyboard.press('Backspace');
    await expectText(text, 'Dear friend of !');
    await page.keyboard.press('Control+Home');
    await caretSettled(page);
    await page.keyboard.type('{{');
    await page.keyboard.press('Escape');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    await page.keyboard.type('title}}, ');
    await expectText(text, '{{title}}, Dear friend of !');
    await page.keyboard.press('Control+Home');
    await caretSettled(page);
    await page.keyboard.press('Delete');
    await expectText(text, ', Dear friend of !');
    await page.keyboard.press('Tab');
    expect(await focused(page)).not.toBe('Text');
  },
);

test('a click on a chip edits what people without a value get, or makes it required', async () => {
  const { page, subject, text } = await openEditor({ subject: 'For {{title}}', body: 'Hello' });
  await chip(subject, 'Title · required').click();
  const dialog = page.getByRole('dialog', { name: 'Title' });
  await dialog.getByLabel('Text if empty').fill('colleague');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expectText(subject, 'For {{title|colleague}}');
  await chip(subject, 'Title · or “colleague”').click();
  await dialog.getByLabel('Required').click();
  // Beside the dialog.
  await text.click({ position: { x: 450, y: 60 } });
  await expectText(subject, 'For {{title}}');
  await page.keyboard.type(', you');
  await expectText(text, 'Hello, you');
});

nightlyTest(
  'the button inserts a variable at the caret, or at the end of a field that never had it',
  async () => {
    const { page, text } = await openEditor({ subject: 'Hello', body: 'Dear' });
    await text.waitFor();
    const insert = async (variable: string) => {
      await page.getByRole('button', { name: 'Insert variable into Text' }).click();
      await page.getByRole('menuitem', { name: variable }).click();
      await expect.poll(() => focused(page)).toBe('Text');
      await caretSettled(page);
    };
    await insert('First name');
    await expectText(text, 'Dear{{firstName|there}}');
    await page.keyboard.press('Home');
    await caretSettled(page);
    await page.keyboard.press('ArrowRight');
    await caretSettled(page);
    await insert('Title');
    await page.keyboard.type(' ');
    await expectText(text, 'D{{title}} ear{{firstName|there}}');
  },
);

nightlyTest(
  'text is copied and pasted with the source of its variables and without formatting',
  async () => {
    const { page, subject, text } = await openEditor({
      subject: 'Hello',
      body: 'Hi {{title}} & co',
    });
    await text.focus();
    await caretSettled(page);
    await page.keyboard.press('Control+A');
    await caretSettled(page);
    const { plain, html } = await copied(page);
    expect(plain).toBe('Hi {{title}} & co');
    expect(html).toContain('{{title}}');
    expect(html).not.toContain('required');

    await page.keyboard.press('Control+End');
    await caretSettled(page);
    await paste(page, '\r\n\r\n{{firstName|you}}, <i>a</i> {{nobody}}\rlast');
    await expectText(text, 'Hi {{title}} & co\n\n{{firstName|you}}, <i>a</i> {{nobody}}\nlast');
    await chip(text, 'First name · or “you”').waitFor();
    await page.getByText('unknown variable "nobody"').waitFor();
    await subject.focus();
    await caretSettled(page);
    await page.keyboard.press('Control+A');
    await caretSettled(page);
    await paste(page, 'One\r\ntwo\n{{title}}');
    await expectText(subject, 'One two {{title}}');
    await page.keyboard.press('Enter');
    await expectText(subject, 'One two {{title}}');
  },
);

nightlyTest('a tag is a chip only while it is valid', async () => {
  const malformed = '{{nickname}} {{ }} {{firstName {title}} }}{{';
  const { page, text } = await openEditor({ subject: 'Hello', body: 'x' });
  await text.focus();
  await caretSettled(page);
  await page.keyboard.press('Control+A');
  await caretSettled(page);
  await page.keyboard.type(`${malformed} `);
  await expectText(text, `${malformed} `);
  expect(await text.locator('[data-tag]').count()).toBe(0);

  await page.keyboard.press('Control+A');
  await caretSettled(page);
  await page.keyboard.type('{{title|x}}');
  await chip(text, 'Title · or “x”').waitFor();
  await page.keyboard.press('Home');
  await caretSettled(page);
  await page.keyboard.type('{');
  await expectText(text, '{{{title|x}}');
  expect(await text.locator('[data-tag]').count()).toBe(0);
  await page.keyboard.type('a');
  await expectText(text, '{a{{title|x}}');
  await chip(text, 'Title · or “x”').waitFor();
});

nightlyTest(
  'Undo of the page and of the field both work, and no shortcut of the page is triggered by typing',
  async () => {
    const { page, subject, text } = await openEditor({ subject: 'Hello {{title}}', body: 'one' });
    await text.focus();
    await caretSettled(page);
    await page.keyboard.type(' g? {{title}}');
    await expectText(text, 'one g? {{title}}');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectText(text, 'one');
    await page.getByRole('button', { name: 'Redo' }).click();
    await expectText(text, 'one g? {{title}}');
    expect(await page.getByRole('dialog').count()).toBe(0);

    await text.focus();
    await caretSettled(page);
    await page.keyboard.type('1');
    await expectText(text, 'one g? {{title}}1');
    await page.keyboard.press('Control+Z');
    await expectText(text, 'one g? {{title}}');

    await subject.focus();
    await caretSettled(page);
    await page.keyboard.press('Backspace');
    await expectText(subject, 'Hello ');
    await page.keyboard.press('Control+Z');
    await chip(subject, 'Title · required').waitFor();
    await page.keyboard.press('Control+Shift+Z');
    await expectText(subject, 'Hello ');
  },
);

nightlyTest('a running campaign shows its chips, which cannot be changed', async () => {
  const workspace = await service.workspace();
  const campaignId = await createCampaign(workspace, [{ subject: 'Hi', body: 'Dear {{title}}' }]);
  const { page, open } = await instance.member(workspace, 'viewer');
  await open(`~/campaigns/${campaignId}`);
  const text = tagField(page, 'Text');
  await chip(text, 'Title · required').click();
  expect(await text.getAttribute('aria-readonly')).toBe('true');
  await tabTo(page, 'Text');
  await page.keyboard.type('x');
  await page.keyboard.press('Backspace');
  await expectText(text, 'Dear {{title}}');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expectAccessible(page);
});
