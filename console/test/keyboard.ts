import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { isFull } from '../../server/test/run-size.ts';

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

/**
 * Focuses the neighbor of the next element with this label, so that one press of Tab is enough. A page has up to
 * 60 stops, which take seconds. Stays within an open dialog, as Tab does.
 */
const approach = (page: Page, name: string, key: 'Tab' | 'Shift+Tab'): Promise<void> =>
  page.evaluate(`(() => {
    const root = document.activeElement.closest('[role=dialog]') ?? document;
    const step = ${key === 'Tab' ? 1 : -1};
    const stops = [...root.querySelectorAll('a, button, input, textarea, select, [tabindex]')]
      .filter((each) => each.tabIndex >= 0 && !each.disabled && each.getClientRects().length > 0);
    if (step < 0) stops.reverse();
    const current = stops.indexOf(document.activeElement);
    const targets = stops.map(${labelOf}).flatMap((label, at) => label === ${JSON.stringify(name)} ? [at] : []);
    const target = targets.find((at) => at > current) ?? targets[0];
    if (target > 0 && target - 1 !== current) stops[target - 1].focus();
  })()`);

/** Presses Tab, or Shift+Tab, until the element with this label, once it is there, has the focus. */
export async function tabTo(
  page: Page,
  name: string,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await expect.poll(() => isThere(page, name), { message: name }).toBe(true);
  if ((await focused(page)) !== name && !isFull) await approach(page, name, key);
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
