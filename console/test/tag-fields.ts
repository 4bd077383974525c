import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export const tagField = (page: Page, label: string): Locator =>
  page.getByRole('textbox', { name: label, exact: true });

interface Line {
  childNodes: Iterable<{ dataset?: { tag?: string }; textContent: string }>;
}

/** What would be saved: the text of the lines, with the source of each variable. */
const written = (field: Locator): Promise<string> =>
  field.evaluate((element: { querySelectorAll: (selector: string) => Iterable<Line> }) =>
    Array.from(element.querySelectorAll('p'), ({ childNodes }) =>
      Array.from(childNodes, (node) => node.dataset?.tag ?? node.textContent).join(''),
    ).join('\n'),
  );

export const expectText = (field: Locator, text: string): Promise<void> =>
  expect.poll(() => written(field)).toBe(text);

/**
 * Waits until the caret stays where a key has put it. For 200 ms after focus, the editor reverts a move of the
 * caret to the beginning, because the browser could have caused it. The browser reports a move by a key with the
 * next frame.
 */
export const caretSettled = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 250))))`);

export const chip = (field: Locator, label: string): Locator =>
  field.locator('[data-tag]').getByText(label, { exact: true });

/** Pastes a text that the clipboard has with and without formatting. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`(() => {
    const text = ${JSON.stringify(text)};
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    clipboardData.setData('text/html', '<b>' + text + '</b>');
    const options = { clipboardData, bubbles: true, cancelable: true };
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', options));
  })()`);
}

/** What copying the selection puts on the clipboard. */
export const copied = (page: Page): Promise<{ plain: string; html: string }> =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    const options = { clipboardData, bubbles: true, cancelable: true };
    document.activeElement.dispatchEvent(new ClipboardEvent('copy', options));
    return { plain: clipboardData.getData('text/plain'), html: clipboardData.getData('text/html') };
  })()`);
