import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';

const labelOf = `((element) => {
  const labelledBy = document.getElementById(element.getAttribute('aria-labelledby'));
  const label =
    (element.labels?.[0] ?? (element.role === 'textbox' ? labelledBy : null))?.innerText ??
    element.getAttribute('aria-label') ??
    element.innerText;
  return (label ?? '').trim() || element.id;
})`;

/** The label of the focused element. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(`${labelOf}(document.activeElement)`);

/** Whether there is an element with this label that can have the focus. */
const isThere = (page: Page, name: string): Promise<boolean> =>
  page.evaluate(
    `[...document.querySelectorAll('a, button, input, textarea, select, [tabindex]')]
      .map(${labelOf}).includes(${JSON.stringify(name)})`,
  );

/** Presses Tab, or Shift+Tab, until the element with this label, once it is there, has the focus. */
export async function tabTo(
  page: Page,
  name: string,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await expect.poll(() => isThere(page, name), { message: name }).toBe(true);
  for (let presses = 0; presses < 80; presses++) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not reach "${name}"`);
}

export async function choose(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/** Opens a menu and moves to one of its items. */
export async function chooseInMenu(page: Page, menu: string, item: string): Promise<void> {
  await choose(page, menu);
  await chooseItem(page, item);
}

/** Chooses from an open menu, once it has taken the focus. */
export async function chooseItem(page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole('menuitem', { name: item }).waitFor();
  await page.locator('[role=menu]:focus, [role=menu] :focus').waitFor({ state: 'attached' });
  const current = page.getByRole('menuitem', { name: item }).and(page.locator(':focus'));
  for (let presses = 0; (await current.count()) === 0; presses++) {
    if (presses > 20) throw new Error(`The arrow keys do not reach "${item}"`);
    await page.keyboard.press('ArrowDown');
    await page.locator('[role=menuitem]:focus').waitFor();
  }
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
