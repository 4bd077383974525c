import type { Page } from 'playwright-core';

/** Fills fields by their labels and clicks the button. */
export async function submit(
  page: Page,
  fields: Record<string, string>,
  button: string,
): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: button, exact: true }).click();
}

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

export const pathOf = (page: Page): string => new URL(page.url()).pathname;
