import type { Page } from 'playwright-core';

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

/** A one-time secret in a dialog. */
export const shown = async (page: Page, what: string): Promise<string> =>
  (await page.getByRole('region', { name: what, exact: true }).locator('code').textContent())!;

export const shownToken = (page: Page): Promise<string> => shown(page, 'token');

/** Generates a token in the console. */
export async function generateToken(page: Page, name: string): Promise<string> {
  await press(page, 'Generate API token');
  await dialog(page, 'Generate API token').getByLabel('Name', { exact: true }).fill(name);
  await press(page, 'Generate');
  const token = await shownToken(page);
  await press(page, 'Done');
  return token;
}

/** The table row with this cell. */
export const row = (page: Page, name: string | RegExp) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) });
