import { expect, test } from 'vitest';
import { messagesClient } from '../messages/messages-client.ts';
import { testService } from '../service.ts';
import { testBrowser } from './chromium.ts';

const service = await testService();
const browser = await testBrowser();

test('a recipient unsubscribes on a phone, without scripts, in one tap', async () => {
  const account = await messagesClient(service);
  const email = 'jane@acme.example';
  const prospectId = await account.addLead({ email });
  const { campaignId, stepIds } = await account.campaign();
  await account.enroll(campaignId, [prospectId]);
  const messageId = await account.sent({ campaignId, prospectId, stepId: stepIds[0]! });

  const context = await browser.newContext({
    viewport: { width: 375, height: 667 },
    deviceScaleFactor: 2,
    isMobile: true,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  const requested: string[] = [];
  page.on('request', (request) => requested.push(`${request.method()} ${request.url()}`));
  const url = `${service.origin}/u/${account.unsubscribeToken(messageId, email)}`;
  await page.goto(url);
  const button = page.getByRole('button', { name: 'Unsubscribe' });
  const box = (await button.boundingBox())!;
  expect(box.height).toBeGreaterThanOrEqual(44);
  expect(box.x + box.width).toBeLessThanOrEqual(375);
  await button.click();
  await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
  expect(page.url()).toBe(url);
  expect(await account.enrollments()).toMatchObject([{ status: 'unsubscribed' }]);
  expect(requested.filter((each) => !each.endsWith('/favicon.ico'))).toEqual([
    `GET ${url}`,
    `POST ${url}`,
  ]);
  expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([]);
  await context.close();
});
