import type { Page } from 'playwright-core';

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

/** A token or link that a dialog shows, this once. */
export const shown = async (page: Page, what: string): Promise<string> =>
  (await page.getByRole('region', { name: what, exact: true }).locator('code').textContent())!;

export const shownToken = (page: Page): Promise<string> => shown(page, 'token');

/** Generates a token as a person does, and keeps it. */
export async function generateToken(page: Page, name: string): Promise<string> {
  await press(page, 'Generate API token');
  await dialog(page, 'Generate API token').getByLabel('Name', { exact: true }).fill(name);
  await press(page, 'Generate');
  const token = await shownToken(page);
  await press(page, 'I have kept it');
  return token;
}

/** The row of a table that begins with this name. */
export const row = (page: Page, name: string | RegExp) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) });
