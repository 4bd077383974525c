import { describe, expect, test } from 'vitest';
import { linkedinKey, linkedinUrl } from '../identity.ts';

describe('a page that is not one person’s profile has no key', () => {
  test.each([
    // LinkedIn pages that are not a profile.
    ['https://www.linkedin.com/'],
    ['https://www.linkedin.com/in/%20/'],
    ['https://www.linkedin.com/in'],
    ['https://www.linkedin.com/feed/update/urn:li:activity:7001234567890123456/'],
    ['https://www.linkedin.com/posts/jane-doe_hiring-activity-7001234567890123456-AbCd'],
    ['https://www.linkedin.com/pulse/how-we-hire-jane-doe'],
    ['https://www.linkedin.com/uas/login?session_redirect=%2Fin%2Fjane-doe'],
    [
      'https://www.linkedin.com/authwall?trk=bf&sessionRedirect=https%3A%2F%2Fwww.linkedin.com%2Fin%2Fjane',
    ],
    ['https://www.linkedin.com/signup/cold-join?session_redirect=%2Fin%2Fjane'],
    ['https://www.linkedin.com/search/results/people/?keywords=jane'],
    ['https://www.linkedin.com/search/results/all/?heroEntityKey=urn%3Ali%3Afsd_profile%3AACoAAB'],
    ['https://www.linkedin.com/company/acme/'],
    ['https://www.linkedin.com/school/acme/'],
    ['https://www.linkedin.com/messaging/thread/2-abc/'],
    ['https://www.linkedin.com/public-profile/settings?trk=x'],
    ['https://www.linkedin.com/profile/view?id='],
    ['https://www.linkedin.com/pub/jane-doe/a7/576'],
    ['https://www.linkedin.com/pub/dir/jane/doe'],
    ['https://www.linkedin.com/sales/lead/'],
    ['https://www.linkedin.com/sales/lead/,NAME_SEARCH'],
    ['https://www.linkedin.com/sales/search/people?query=(keywords%3Ajane)'],
    ['https://www.linkedin.com/sales/lists/people/12345'],
    ['https://www.linkedin.com/talent/hire/2063010290/discover/recruiterSearch'],
    ['https://www.linkedin.com/talent/profile/'],
    ['https://www.linkedin.com/recruiter/smartsearch?keywords=jane'],
    ['https://www.linkedin.com/jane/in/doe'],
    ['https://www.linkedin.cn/company/apple/'],
    // Placeholders for a hidden or unknown person.
    ['https://www.linkedin.com/in/UNAVAILABLE'],
    ['https://www.linkedin.com/in/me/details/education/'],
    ['https://www.linkedin.com/in/undefined'],
    ['https://www.linkedin.com/in/null'],
    ['https://www.linkedin.com/in/NaN'],
    ['https://www.linkedin.com/in/headless'],
    ['https://www.linkedin.com/in/linkedin-member'],
    ['https://www.linkedin.com/sales/lead/undefined,NAME_SEARCH,x'],
    ['https://www.linkedin.com/profile/view?id=undefined'],
    ['https://www.linkedin.com/in/-'],
    ['https://www.linkedin.com/in/%5Bobject%20Object%5D'],
    ['https://www.linkedin.com/in/%7Bslug%7D'],
    ['https://www.linkedin.com/in/$%7Bprofile.slug%7D'],
    ['https://www.linkedin.com/in/:slug'],
    ['https://www.linkedin.com/in/jane-do…'],
    ['https://www.linkedin.com/in/in/jane-doe'],
    ['https://www.linkedin.com/in/https%3A%2F%2Fwww.linkedin.com%2Fin%2Fjane-doe'],
    ['https://www.linkedin.com/in/www.linkedin.com/in/jane-doe'],
    // Other hosts. Some look like LinkedIn.
    ['https://lnkd.in/eAbCdEf'],
    ['https://www.linkedin.comhttps://www.linkedin.com/in/jane-doe'],
    ['https://notlinkedin.com/in/jane'],
    ['https://linkedin.com.evil.example/in/jane'],
    ['https://linkedin.co/in/jane'],
    ['https://evil.example/linkedin.com/in/jane'],
    ['https://evil.example/?linkedin.com/in/jane'],
    ['https://www.google.com/url?q=https://www.linkedin.com/in/jane'],
    ['https://example.com/team/jane'],
  ])('%s', (value) => {
    expect(linkedinKey(value)).toBeNull();
    expect(linkedinUrl(value)).toBe(value);
  });
});
