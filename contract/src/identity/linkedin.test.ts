import { describe, expect, test } from 'vitest';
import { linkedinKey } from '../identity.ts';

const id = 'ACoAABQ11fIBQLGQbB1V1XPBZJsRwfK5r1U2Rzt';
const salesId = 'ACwAAAwMJ8gB1ACzMnNA8Sj1P-0J9_pd4mT3eZ4';

describe('the key of a public profile', () => {
  test.each([
    ['https://www.linkedin.com/in/jane-doe'],
    ['http://www.linkedin.com/in/jane-doe'],
    ['https://linkedin.com/in/jane-doe'],
    ['linkedin.com/in/jane-doe'],
    ['//www.linkedin.com/in/jane-doe'],
    ['https://www.linkedin.com/in/jane-doe/'],
    ['https://www.linkedin.com/in/jane-doe//'],
    ['https://www.linkedin.com//in//jane-doe'],
    ['https://www.linkedin.com/in/./jane-doe'],
    ['https://www.linkedin.com/company/x/../../in/jane-doe'],
    ['HTTPS://WWW.LINKEDIN.COM/IN/JANE-DOE'],
    ['https://www.linkedin.com./in/jane-doe'],
    ['https://www.linkedin.com:443/in/jane-doe'],
    ['http://www.linkedin.com:80/in/jane-doe'],
    ['linkedin.com:443/in/jane-doe'],
    ['https://m.linkedin.com/in/jane-doe'],
    ['https://touch.www.linkedin.com/in/jane-doe'],
    ['https://www.linkedin.com/mwlite/in/jane-doe'],
    ['https://de.linkedin.com/in/jane-doe'],
    ['https://uk.linkedin.com/in/jane-doe/'],
    ['https://www.linkedin.com/in/jane-doe/de'],
    ['https://www.linkedin.com/in/jane-doe/en-us/'],
    ['https://www.linkedin.com/in/jane-doe/?locale=de_DE'],
    ['https://www.linkedin.com/in/jane-doe?trk=people-guest&originalSubdomain=de'],
    ['https://www.linkedin.com/in/jane-doe#experience'],
    ['https://www.linkedin.com/in/jane-doe/details/experience/'],
    ['https://www.linkedin.com/in/jane-doe/overlay/contact-info/'],
    ['https://www.linkedin.com/in/jane%2Ddoe'],
    ['https://www.linkedin.com/in/%6A%61ne-doe'],
    ['https://www.linkedin.com/in/jane-doe%20'],
    ['https://www.linkedin.com/in/jane-doe%2F'],
    ['https://www.linkedin.com/in/jane-doe%3Ftrk%3Dx'],
    ['https://ｌｉｎｋｅｄｉｎ.com/in/jane-doe'],
    ['https://www.linkedin.com/comm/in/jane-doe'],
    ['https://ru.linkedin.com/comm/in/jane-doe'],
    ['https://www.linkedin.com/comm/in/jane-doe?midToken=AQH&trk=eml-email_m2m'],
    ['https://www.linkedin.com/mwlite/profile/in/jane-doe'],
    ['https://m.linkedin.com/mwlite/profile/in/jane-doe/en'],
    ['https://www.linkedin.com/comm/mwlite/in/jane-doe'],
    ['https://www.linkedin.cn/in/jane-doe'],
    ['https://linkedin.cn/in/jane-doe/'],
    ['https://www.linkedin.cn/incareer/in/jane-doe'],
    ['https://cn.linkedin.com/in/jane-doe'],
    ['https://in.linkedin.com/in/jane-doe'],
    ['https://pub.linkedin.com/in/jane-doe'],
    ['https://fr-ca.linkedin.com/in/jane-doe'],
    ['https://www.linkedin.com/in/jane-doe/recent-activity/all/'],
    ['https://www.linkedin.com/in/jane-doe/recent-activity/posts/?x=1'],
    ['https://www.linkedin.com/in/jane-doe/detail/contact-info/'],
    ['https://www.linkedin.com/in/jane-doe/details/skills/'],
    ['https://www.linkedin.com/in/jane-doe/overlay/photo/'],
    ['https://www.linkedin.com/in/jane-doe/overlay/1635512345678/single-media-viewer/'],
    ['https://www.linkedin.com/in/jane-doe/edit/forms/intro/new/'],
    ['https://www.linkedin.com/in/jane-doe/opportunities/job-opportunities/onboarding/'],
    ['https://www.linkedin.com/in/jane-doe/zh-cn'],
    ['https://www.linkedin.com/in/jane-doe/?originalSubdomain=uk'],
    ['https://www.linkedin.com/in/jane-doe?miniProfileUrn=urn%3Ali%3Afs_miniProfile%3AACoAAB1'],
    ['https://www.linkedin.com/in/jane-doe/?utm_source=share&utm_medium=member_desktop'],
    ['https://www.linkedin.com/in/jane-doe/?lipi=urn%3Ali%3Apage%3Ad_flagship3'],
    ['https://www.linkedin.com/in/jane-doe/#'],
    ['www.LinkedIn.com/in/Jane-Doe'],
    ['HTTP://LINKEDIN.COM/COMM/IN/JANE-DOE/'],
  ])('%s is in:jane-doe', (value) => {
    expect(linkedinKey(value)).toBe('in:jane-doe');
  });

  test.each([
    ['https://linkedin.com/in/jos%C3%A9', 'in:josé'],
    ['https://linkedin.com/in/jos%c3%a9', 'in:josé'],
    ['https://linkedin.com/in/JOS%C3%89', 'in:josé'],
    ['https://linkedin.com/in/josé', 'in:josé'],
    ['https://linkedin.com/in/jose\u0301', 'in:josé'],
    ['https://linkedin.com/in/jose%CC%81', 'in:josé'],
    ['https://linkedin.com/in/jose', 'in:jose'],
    ['https://linkedin.com/in/%E6%9D%8E%E4%BC%9F', 'in:李伟'],
    ['https://linkedin.com/in/иван-петров', 'in:иван-петров'],
    ['https://linkedin.com/in/ИВАН-петров', 'in:иван-петров'],
    ['https://linkedin.com/in/%D7%93%D7%A0%D7%94', 'in:דנה'],
    ['https://linkedin.com/in/jane%', 'in:jane%'],
    ['https://linkedin.com/in/jane%zz', 'in:jane%zz'],
    ['https://linkedin.com/in/jos%E9', 'in:jos%e9'],
    ['https://linkedin.com/in/jos%e9', 'in:jos%e9'],
    ['https://linkedin.com/in/jane%00', 'in:jane%00'],
    ['https://linkedin.com/in/100%25-jane', 'in:100%-jane'],
    ['https://linkedin.com/in/🚀-jane', 'in:🚀-jane'],
    ['https://linkedin.com/in/jane_doe.98', 'in:jane_doe.98'],
    ['https://linkedin.com/in/meera', 'in:meera'],
    ['https://linkedin.com/in/undefined-jane', 'in:undefined-jane'],
    ['https://www.linkedin.com/comm/in/g%C3%BClden-bayar-705962218', 'in:gülden-bayar-705962218'],
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
    [`https://www.linkedin.com/mwlite/in/${id}`, id],
    [`https://de.linkedin.com/in/${id}/de`, id],
    [`https://www.linkedin.com/in/${salesId}`, salesId],
    [`https://www.linkedin.com/sales/lead/${salesId}`, salesId],
    [`https://www.linkedin.com/sales/lead/${salesId},NAME_SEARCH,xK1a`, salesId],
    [`https://www.linkedin.com/sales/lead/${salesId}%2CNAME_SEARCH%2CxK1a`, salesId],
    [`https://www.linkedin.com/sales/lead/${salesId},?_ntb=abc`, salesId],
    [`https://www.linkedin.com/sales/people/${salesId},NAME_SEARCH,other`, salesId],
    [`https://www.linkedin.com/sales/people/${id},NAME_SEARCH`, id],
    [`https://www.linkedin.com/sales/profile/${salesId},,?pathWildcard=x`, salesId],
    [`https://www.linkedin.com/Sales/Lead/${salesId},a`, salesId],
    ['https://www.linkedin.com/sales/profile/12345,hash,NAME_SEARCH', '12345'],
    ['https://www.linkedin.com/talent/profile/AEMAAAVuLpUBYbTTKN?project=1', 'AEMAAAVuLpUBYbTTKN'],
    ['https://www.linkedin.com/recruiter/profile/12345,hash,CAP', '12345'],
    [`https://www.linkedin.com/comm/in/${id}`, id],
    [`https://www.linkedin.cn/incareer/in/${id}`, id],
    [`https://www.linkedin.com/mwlite/profile/in/${id}`, id],
    [`https://www.linkedin.com/sales/lead/${salesId},NAME_SEARCH,xK1a?_ntb=a%3D%3D`, salesId],
    ['https://www.linkedin.com/talent/profile/AEMAAAVuLpUBYbTTKN/', 'AEMAAAVuLpUBYbTTKN'],
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
    ['https://www.linkedin.com/profile/view?id=12345&trk=x', '12345'],
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
