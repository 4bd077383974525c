import type { Page } from 'playwright-core';
import { vi } from 'vitest';

/** What the focus is on, as its name is read out. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const at = document.activeElement;
    const label = at.labels?.[0]?.innerText ?? at.getAttribute('aria-label') ?? at.innerText;
    return (label ?? '').trim() || at.id;
  })()`);

/** Presses Tab until the focus is where it should be, as someone without a mouse does. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to "${name}"`);
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

/** `g` and a letter. Keys are bound a moment after a page is first shown, so it may take a second try. */
export async function goTo(page: Page, letter: string, title: string): Promise<void> {
  const arrived = page.getByRole('heading', { name: title, level: 1 });
  await vi.waitFor(
    async () => {
      await page.keyboard.press('g');
      await page.keyboard.press(letter);
      await arrived.waitFor({ timeout: 5_000 });
    },
    { timeout: 60_000 },
  );
}
