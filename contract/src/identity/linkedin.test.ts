import { describe, expect, test } from 'vitest';
import { linkedinKey } from '../identity.ts';

const id = 'ACoAABQ11fIBQLGQbB1V1XPBZJsRwfK5r1U2Rzt';
const salesId = 'ACwAAAwMJ8gB1ACzMnNA8Sj1P-0J9_pd4mT3eZ4';

describe('the key of a public profile', () => {
  test.each([
    ['https://www.linkedin.com/in/jane-doe'],
    ['linkedin.com/in/jane-doe'],
    ['https://www.linkedin.com/in/./jane-doe'],
    ['https://www.linkedin.com/company/x/../../in/jane-doe'],
    ['https://www.linkedin.com:443/in/jane-doe'],
    ['https://m.linkedin.com/in/jane-doe'],
    ['https://touch.www.linkedin.com/in/jane-doe'],
    ['https://de.linkedin.com/in/jane-doe'],
    ['https://www.linkedin.com/in/jane-doe/en-us/'],
    ['https://www.linkedin.com/in/jane-doe?trk=people-guest&originalSubdomain=de'],
    ['https://www.linkedin.com/in/jane-doe/overlay/contact-info/'],
    ['https://www.linkedin.com/in/jane%2Ddoe'],
    ['https://www.linkedin.com/in/jane-doe%20'],
    ['https://www.linkedin.com/in/jane-doe%2F'],
    ['https://www.linkedin.com/in/jane-doe%3Ftrk%3Dx'],
    ['https://ｌｉｎｋｅｄｉｎ.com/in/jane-doe'],
    ['https://www.linkedin.com/comm/in/jane-doe?midToken=AQH&trk=eml-email_m2m'],
    ['https://www.linkedin.com/mwlite/profile/in/jane-doe'],
    ['https://m.linkedin.com/mwlite/profile/in/jane-doe/en'],
    ['https://www.linkedin.com/comm/mwlite/in/jane-doe'],
    ['https://www.linkedin.cn/in/jane-doe'],
    ['https://www.linkedin.cn/incareer/in/jane-doe'],
    ['https://pub.linkedin.com/in/jane-doe'],
    ['https://fr-ca.linkedin.com/in/jane-doe'],
    ['https://www.linkedin.com/in/jane-doe/recent-activity/all/'],
    ['https://www.linkedin.com/in/jane-doe/detail/contact-info/'],
    ['https://www.linkedin.com/in/jane-doe/overlay/1635512345678/single-media-viewer/'],
    ['https://www.linkedin.com/in/jane-doe/edit/forms/intro/new/'],
    ['https://www.linkedin.com/in/jane-doe/opportunities/job-opportunities/onboarding/'],
    ['https://www.linkedin.com/in/jane-doe/zh-cn'],
  ])('%s is in:jane-doe', (value) => {
    expect(linkedinKey(value)).toBe('in:jane-doe');
  });

  test.each([
    ['https://linkedin.com/in/jos%C3%A9', 'in:josé'],
    ['https://linkedin.com/in/jose\u0301', 'in:josé'],
    ['https://linkedin.com/in/jose', 'in:jose'],
    ['https://linkedin.com/in/%E6%9D%8E%E4%BC%9F', 'in:李伟'],
    ['https://linkedin.com/in/ИВАН-петров', 'in:иван-петров'],
    ['https://linkedin.com/in/%D7%93%D7%A0%D7%94', 'in:דנה'],
    ['https://linkedin.com/in/jane%', 'in:jane%'],
    ['https://linkedin.com/in/jane%zz', 'in:jane%zz'],
    ['https://linkedin.com/in/jos%E9', 'in:jos%e9'],
    ['https://linkedin.com/in/jane%00', 'in:jane%00'],
    ['https://linkedin.com/in/100%25-jane', 'in:100%-jane'],
    ['https://linkedin.com/in/🚀-jane', 'in:🚀-jane'],
    ['https://linkedin.com/in/jane_doe.98', 'in:jane_doe.98'],
    ['https://linkedin.com/in/undefined-jane', 'in:undefined-jane'],
    ['https://linkedin.com/in/acoaching-company', 'in:acoaching-company'],
    ['https://linkedin.com/in/ACoAJane', 'in:acoajane'],
    [`https://linkedin.com/in/${id.toLowerCase()}`, `in:${id.toLowerCase()}`],
  ])('%s is %s', (value, key) => {
    expect(linkedinKey(value)).toBe(key);
  });

  test.each([
    ['https://www.linkedin.com/pub/jane-doe/a7/576/b50', 'in:jane-doe-b50576a7'],
    ['https://uk.linkedin.com/pub/Jane-Doe/100/384/6B0/', 'in:jane-doe-6b0384100'],
    ['linkedin.com/pub/jane-doe/1/23/456?trk=x', 'in:jane-doe-4560231'],
    ['linkedin.com/pub/jane-doe/12/3/4/de', 'in:jane-doe-00400312'],
    ['linkedin.com/pub/jane-doe/0/505/82a', 'in:jane-doe-82a505'],
    ['linkedin.com/pub/jos%C3%A9/a7/576/b50', 'in:josé-b50576a7'],
    ['linkedin.com/comm/pub/jane-doe/1/23/456', 'in:jane-doe-4560231'],
  ])('the old URL %s is %s', (value, key) => {
    expect(linkedinKey(value)).toBe(key);
  });
});

describe('the key of a member id', () => {
  test.each([
    [`https://www.linkedin.com/in/${id}`, id],
    [`https://www.linkedin.com/in/${id}/?trk=x`, id],
    [`https://de.linkedin.com/in/${id}/de`, id],
    [`https://www.linkedin.com/in/${salesId}`, salesId],
    [`https://www.linkedin.com/sales/lead/${salesId},NAME_SEARCH,xK1a`, salesId],
    [`https://www.linkedin.com/sales/lead/${salesId}%2CNAME_SEARCH%2CxK1a`, salesId],
    [`https://www.linkedin.com/sales/lead/${salesId},?_ntb=abc`, salesId],
    [`https://www.linkedin.com/sales/people/${salesId},NAME_SEARCH,other`, salesId],
    [`https://www.linkedin.com/sales/profile/${salesId},,?pathWildcard=x`, salesId],
    [`https://www.linkedin.com/Sales/Lead/${salesId},a`, salesId],
    ['https://www.linkedin.com/sales/profile/12345,hash,NAME_SEARCH', '12345'],
    ['https://www.linkedin.com/talent/profile/AEMAAAVuLpUBYbTTKN?project=1', 'AEMAAAVuLpUBYbTTKN'],
    ['https://www.linkedin.com/recruiter/profile/12345,hash,CAP', '12345'],
    [`https://www.linkedin.cn/incareer/in/${id}`, id],
    [
      'https://www.linkedin.com/talent/hire/2063010290/manage/all/profile/AEMAAAVuLpUBYbTTKN',
      'AEMAAAVuLpUBYbTTKN',
    ],
    [
      'https://www.linkedin.com/talent/search/profile/AEMAAAVuLpUBYbTTKN?rank=2',
      'AEMAAAVuLpUBYbTTKN',
    ],
    [
      'https://www.linkedin.com/profile/view?id=21063478&trk=nav_responsive_tab_profile',
      '21063478',
    ],
    [`https://www.linkedin.com/profile/view?id=${id}`, id],
  ])('%s is the member %s', (value, member) => {
    expect(linkedinKey(value)).toBe(`member:${member}`);
  });

  test('ids that differ only in case are different people', () => {
    const other = id.replace(/z/g, 'Z');
    expect(other).not.toBe(id);
    expect(linkedinKey(`linkedin.com/in/${other}`)).not.toBe(linkedinKey(`linkedin.com/in/${id}`));
  });

  test('a member id and a slug with the same letters have different keys', () => {
    expect(linkedinKey('linkedin.com/sales/lead/jane')).toBe('member:jane');
    expect(linkedinKey('linkedin.com/in/jane')).toBe('in:jane');
  });
});
