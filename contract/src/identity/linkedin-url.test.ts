import { describe, expect, test } from 'vitest';
import { linkedinKey, linkedinUrl } from '../identity.ts';

describe('the stored URL', () => {
  test.each([
    ['http://linkedin.com/in/jane', 'https://www.linkedin.com/in/jane'],
    ['HTTPS://WWW.LinkedIn.com/in/Jane/?x=1#y', 'https://www.linkedin.com/in/jane'],
    ['linkedin.com:443/in/jane', 'https://www.linkedin.com/in/jane'],
    ['  de.linkedin.com/comm/in/jane/de\n', 'https://www.linkedin.com/in/jane'],
    ['linkedin.com/in/josé', 'https://www.linkedin.com/in/jos%C3%A9'],
    ['linkedin.com/pub/jane-doe/1/23/456', 'https://www.linkedin.com/in/jane-doe-4560231'],
    ['linkedin.com/in/ACoAAB1cD2eFgHi?trk=x', 'https://www.linkedin.com/in/ACoAAB1cD2eFgHi'],
    [
      'linkedin.com/sales/lead/ACwAAB1cD2eFgHi,NAME_SEARCH,abc',
      'https://www.linkedin.com/in/ACwAAB1cD2eFgHi',
    ],
    ['linkedin.com/profile/view?id=123', 'https://linkedin.com/profile/view?id=123'],
    ['linkedin.com?next=https://a.example', 'https://linkedin.com?next=https://a.example'],
    ['http://intranet/jane', 'http://intranet/jane'],
    ['janedoe.example', 'https://janedoe.example'],
    ['пример.рф/jane', 'https://пример.рф/jane'],
  ])('%s is stored as %s', (value, stored) => {
    expect(linkedinUrl(value)).toBe(stored);
    expect(linkedinUrl(stored)).toBe(stored);
  });

  test.each([
    ['nothing', ''],
    ['a word', 'jane-doe'],
    ['a path', '/in/jane'],
    ['a number', '1.5'],
    ['only a scheme', 'https://'],
    ['a scheme without a host', 'https:///in/jane'],
    ['a scheme without slashes', 'https:linkedin.com/in/jane'],
    ['a script', 'javascript:alert(1)'],
    ['a script behind white space', ' \u0001javascript:alert(1)'],
    ['a script that looks like a port', 'javascript:1'],
    ['a script with a host', 'javascript://linkedin.com/%0aalert(1)'],
    ['data', 'data:text/html,x'],
    ['a file', 'file:///etc/passwd'],
    ['an app link', 'linkedin://in/jane'],
    ['an email address', 'jane@linkedin.com'],
    ['a user in front of the host', 'https://jane@linkedin.com/in/jane'],
    ['a host that impersonates LinkedIn', 'https://linkedin.com@evil.example/in/jane'],
    ['an empty user', 'https://@linkedin.com/in/jane'],
    ['a backslash before an at sign', 'https://linkedin.com\\@evil.example/'],
    ['white space inside', 'https://linkedin.com/in/jane doe'],
    ['a line break inside', 'https://linkedin.com/in/\njane'],
    ['a tab in the scheme', 'java\tscript:alert(1)'],
    ['NUL', 'https://linkedin.com/in/jane\u0000'],
    ['a lone surrogate', 'https://linkedin.com/in/jane\ud800'],
    ['a port out of range', 'https://linkedin.com:99999/in/jane'],
    ['a host with forbidden characters', 'https://linked<in>.com/in/jane'],
    ['more than 2,048 characters', `https://linkedin.com/${'a'.repeat(2048)}`],
    ['more than 2,048 characters once it has a scheme', `linkedin.com/${'a'.repeat(2030)}`],
  ])('%s is not a URL', (_, value) => {
    expect(linkedinUrl(value)).toBeNull();
    expect(linkedinKey(value)).toBeNull();
  });
});
