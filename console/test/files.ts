import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';

/** Selects a file in the file input. */
export const chooseFile = (page: Page, name: string, content: string): Promise<void> =>
  page
    .getByLabel('Drop a CSV file here')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

/** Drops a file onto the page. */
export const dropFile = (page: Page, name: string, content: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}));
    for (const kind of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
  })()`);

/** Clicks a button and returns the downloaded file. */
export async function savedBy(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  const stream = await download.createReadStream();
  return { name: download.suggestedFilename(), text: await text(stream) };
}
