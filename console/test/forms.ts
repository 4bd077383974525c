import type { Page } from 'playwright-core';

/** Fills fields by their labels and clicks the button. */
export async function submit(
  page: Page,
  fields: Record<string, string>,
  button: string,
): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await input(page, label).fill(value);
  await page.getByRole('button', { name: button, exact: true }).click();
}

/** The field with this label, without the list of its suggestions, which has the same label. */
const input = (page: Page, label: string) =>
  page.locator('input, textarea').and(page.getByLabel(label, { exact: true }));

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

export const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** The menu of a row. */
export const rowMenu = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for ${name}`, exact: true });

/** Chooses an action in the menu of a row. */
export async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await rowMenu(page, name).click();
  await page.getByRole('menuitem', { name: action }).click();
}
