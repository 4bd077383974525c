import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { heading } from './forms.ts';
import { choose, focused, goTo, tabTo } from './keyboard.ts';
import { expectText, tagField } from './tag-fields.ts';

export async function createCampaign(page: Page, name: string): Promise<void> {
  await goTo(page, 'c', 'Campaigns');
  await page.getByText('No campaigns yet').waitFor();
  await page.keyboard.press('n');
  await expect.poll(() => focused(page)).toBe('Name');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await heading(page, name).waitFor();
}

/** An email with the subject "Hello {{firstName|there}}", whose variable comes from the list. */
export async function addFirstEmail(page: Page): Promise<void> {
  await choose(page, 'Add email');
  await expect.poll(() => focused(page)).toBe('Subject');
  await page.keyboard.type('Hello {{');
  await page.getByRole('option', { name: 'First name' }).waitFor();
  await page.keyboard.press('Enter');
  await expectText(tagField(page, 'Subject'), 'Hello {{firstName|there}}');
}

/** A second email with two versions, below the first one. */
export async function addFollowUp(page: Page): Promise<void> {
  await choose(page, 'Add follow-up');
  await page.getByRole('heading', { name: 'Email 2' }).waitFor();
  await expect.poll(() => focused(page)).toBe('Subject');
  await page.getByLabel('Text', { exact: true }).nth(1).focus();
  await page.keyboard.type('Did my email reach you?');
  await page
    .getByRole('region', { name: 'Preview' })
    .getByText(/^Re: Hello /)
    .waitFor();
  await page.getByRole('button', { name: 'Add version to compare (A/B)' }).nth(1).focus();
  await page.keyboard.press('Enter');
  await tabTo(page, 'Text of version B');
  await page.keyboard.type('Any thoughts?');
}

export async function saveSteps(page: Page): Promise<void> {
  await choose(page, 'Save steps');
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
}

export async function chooseMailbox(page: Page, address: string): Promise<void> {
  await choose(page, 'Choose a mailbox');
  await tabTo(page, address);
  await page.keyboard.press('Space');
  await choose(page, 'Save mailboxes');
  await page.getByRole('button', { name: 'Choose a mailbox' }).waitFor({ state: 'detached' });
}

/** Enrolls a list, after the page has said what will happen. */
export async function enrollList(
  page: Page,
  list: string,
  { before, after }: { before: string; after: string },
): Promise<void> {
  await choose(page, 'Enroll people');
  await choose(page, 'Enroll from list');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, 'List');
  await page.keyboard.type(list);
  await page.getByRole('option', { name: new RegExp(`^${list} `) }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText(before).waitFor();
  await choose(page, 'Enroll');
  await page.getByText(after).waitFor();
  await choose(page, 'Done');
  await expect.poll(() => focused(page)).toBe('Enroll from list');
}

/** Moves from a tab to another one, to the right. */
export async function openTab(
  page: Page,
  from: string,
  presses: number,
  key?: 'Shift+Tab',
): Promise<void> {
  await tabTo(page, from, key);
  for (let each = 0; each < presses; each++) await page.keyboard.press('ArrowRight');
}
