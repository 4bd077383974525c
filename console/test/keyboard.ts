import type { Page } from 'playwright-core';
import { vi } from 'vitest';

/** The label of the focused element. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const element = document.activeElement;
    const label =
      element.labels?.[0]?.innerText ?? element.getAttribute('aria-label') ?? element.innerText;
    return (label ?? '').trim() || element.id;
  })()`);

/** Presses Tab until the element with this label has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach "${name}"`);
}

export async function choose(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

export async function typeInto(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(fields)) {
    await tabTo(page, name);
    await page.keyboard.type(text);
  }
}

/** Presses `g` and a key. Shortcuts are bound shortly after the page shows, so it retries. */
export async function goTo(page: Page, key: string, title: string): Promise<void> {
  const heading = page.getByRole('heading', { name: title, level: 1 });
  await vi.waitFor(
    async () => {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await heading.waitFor({ timeout: 5_000 });
    },
    { timeout: 60_000 },
  );
}
