import { expect, test } from 'vitest';
import { formerKeysOf, formerLinkedinKey, linkedinKey } from '../identity.ts';

test.each([
  ['https://www.linkedin.com/comm/in/Jane', 'url:www.linkedin.com/comm/in/Jane'],
  ['ru.linkedin.com/comm/in/jane/?x=1', 'url:ru.linkedin.com/comm/in/jane'],
  ['linkedin.com/mwlite/profile/in/jane', 'url:linkedin.com/mwlite/profile/in/jane'],
  ['linkedin.cn/in/jane', 'url:linkedin.cn/in/jane'],
  [
    'linkedin.com/talent/hire/1/manage/all/profile/AEMAAAVuLpUBYbTTKN',
    'url:linkedin.com/talent/hire/1/manage/all/profile/AEMAAAVuLpUBYbTTKN',
  ],
])('%s had the key %s [suppression.former-keys]', (url, former) => {
  expect(formerLinkedinKey(url)).toBe(former);
});

test.each([
  ['linkedin.com/in/jane'],
  ['de.linkedin.com/mwlite/in/jane/de'],
  ['linkedin.com/pub/jane-doe/1/23/456'],
  ['linkedin.com/sales/lead/ACwAAB1cD2eFgHi,x'],
  ['linkedin.com/talent/profile/AEMAAAVuLpUBYbTTKN'],
  ['linkedin.com/profile/view?id=1'],
  ['linkedin.com/company/acme'],
  ['example.org/team'],
  ['linkedin.com/comm/in/null'],
  ['no address'],
])('%s has no former key [suppression.former-keys]', (url) => {
  expect(formerLinkedinKey(url)).toBeNull();
});

test('every former key of a profile is a URL of that profile [suppression.former-keys]', () => {
  for (const key of ['in:jane-doe', 'member:ACoAAB1cD2eFgHi']) {
    const former = formerKeysOf(key);
    expect(former.length).toBeGreaterThan(0);
    for (const each of former) expect(linkedinKey(each.replace('url:', 'https://'))).toBe(key);
  }
  expect(formerKeysOf('url:example.org')).toEqual([]);
});
