import type { Page } from 'playwright-core';

/** Holds requests with this method and path until they are released, and counts them. */
export async function holdRequests(page: Page, method: string, path: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let count = 0;
  await page.route(path, async (route) => {
    if (route.request().method() === method) {
      count++;
      await released;
    }
    await route.continue();
  });
  return { count: () => count, release };
}
