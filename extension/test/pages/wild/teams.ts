import type { Fixture } from '../fixture.ts';
import { site } from './site.ts';

export const teamPages: Fixture[] = [
  {
    about: 'wild: a team of a page builder, with popups, icons and a job advertisement among them',
    url: 'https://kelpworks.example/team',
    html: site(
      { name: 'Kelpworks', title: 'Our team – Kelpworks', domain: 'kelpworks.example' },
      `<section class="elementor-section"><h2 class="elementor-heading-title">Meet the team</h2>
       <div class="elementor-row"><div class="elementor-column"><div class="elementor-widget-image"><img alt="" src="data:,"></div><div class="elementor-widget-heading"><h3 class="elementor-heading-title">Siân Pritchard</h3></div><div class="elementor-widget-text-editor"><p>Managing Director</p></div><div class="elementor-social-icons-wrapper"><span><a class="elementor-icon" href="https://www.linkedin.com/in/sian-pritchard-example/" target="_blank"><span class="sr-only">Linkedin</span><i class="fab"></i></a></span></div></div>
       <div class="elementor-column"><div class="elementor-widget-image"><img alt="" src="data:,"></div><div class="elementor-widget-heading"><h3 class="elementor-heading-title">Tunde Bakare</h3></div><div class="elementor-widget-text-editor"><p>Head of Farming</p></div><div class="elementor-social-icons-wrapper"><span><a class="elementor-icon" href="https://www.linkedin.com/in/tunde-bakare-example/" target="_blank"><span class="sr-only">Linkedin</span><i class="fab"></i></a></span></div></div>
       <div class="elementor-column"><div class="elementor-widget-heading"><h3 class="elementor-heading-title">You?</h3></div><div><p>We are hiring</p></div><a class="button" href="mailto:jobs@kelpworks.example">Apply now</a></div></div></section>`,
    ),
    expected: [
      {
        fullName: 'Siân Pritchard',
        title: 'Managing Director',
        linkedinUrl: 'https://www.linkedin.com/in/sian-pritchard-example',
      },
      {
        fullName: 'Tunde Bakare',
        title: 'Head of Farming',
        linkedinUrl: 'https://www.linkedin.com/in/tunde-bakare-example',
      },
    ],
  },
  {
    about: 'wild: a team where the title stands before the name',
    url: 'https://brae.example/about',
    html: site(
      { name: 'Brae', title: 'About Brae', domain: 'brae.example' },
      `<h2>The people behind Brae</h2><ul class="people"><li class="card"><p class="eyebrow">Chief Executive</p><p class="h5"><strong>Fiona Strachan</strong></p><p>Fiona founded Brae in 2019 after ten years at sea.</p><a href="mailto:fiona@brae.example">fiona@brae.example</a></li>
       <li class="card"><p class="eyebrow">Finance Director</p><p class="h5"><strong>Goran Ilić</strong></p><p>Goran looks after the numbers.</p><a href="mailto:goran@brae.example">goran@brae.example</a></li></ul>`,
    ),
    expected: [
      { fullName: 'Fiona Strachan', title: 'Chief Executive', email: 'fiona@brae.example' },
      { fullName: 'Goran Ilić', title: 'Finance Director', email: 'goran@brae.example' },
    ],
  },
  {
    about:
      'wild: sales contacts by region, with name, telephone and address as lines of a paragraph',
    url: 'https://ventil.example/kontakt',
    html: site(
      {
        name: 'Ventil GmbH',
        title: 'Ansprechpartner | Ventil GmbH',
        domain: 'ventil.example',
        lang: 'de',
      },
      `<h1>Ihre Ansprechpartner</h1><h2>Region Nord</h2><p><strong>Heike Brückner</strong><br>Vertriebsleiterin<br>Tel.: <a href="tel:+49400000011">+49 40 0000-11</a><br><a href="mailto:h.brueckner@ventil.example">h.brueckner@ventil.example</a></p>
       <h2>Region Süd</h2><p><strong>Xaver Obermüller</strong><br>Gebietsleiter<br>Tel.: <a href="tel:+49890000012">+49 89 0000-12</a><br><a href="mailto:x.obermueller@ventil.example">x.obermueller@ventil.example</a></p>
       <h2>Zentrale</h2><p>Ventil GmbH<br>Tel.: <a href="tel:+49400000000">+49 40 0000-0</a><br><a href="mailto:vertrieb@ventil.example">vertrieb@ventil.example</a></p>`,
    ),
    expected: [
      {
        fullName: 'Heike Brückner',
        title: 'Vertriebsleiterin',
        phone: '+49400000011',
        email: 'h.brueckner@ventil.example',
      },
      {
        fullName: 'Xaver Obermüller',
        title: 'Gebietsleiter',
        phone: '+49890000012',
        email: 'x.obermueller@ventil.example',
      },
    ],
  },
  {
    about: 'wild: a table of a faculty with family names first, rooms and numbers',
    url: 'https://faculty.example/staff',
    html: site(
      { name: 'Faculty', title: 'Academic staff', domain: 'faculty.example' },
      `<table class="wp-block-table"><thead><tr><th>Name</th><th>Position</th><th>Room</th><th>Telephone</th><th>Email</th></tr></thead><tbody>
       <tr><td><a href="/staff/k">Kowalczyk, Zofia</a></td><td>Senior Lecturer</td><td>B 2.14</td><td>+48 61 000 0001</td><td><a href="mailto:zofia.kowalczyk@faculty.example">zofia.kowalczyk@faculty.example</a></td></tr>
       <tr><td><a href="/staff/m">Mbeki, Lindiwe</a></td><td>Reader</td><td>B 2.15</td><td>+48 61 000 0002</td><td><a href="mailto:lindiwe.mbeki@faculty.example">lindiwe.mbeki@faculty.example</a></td></tr>
       <tr><td>Secretary’s office</td><td>–</td><td>B 1.01</td><td>+48 61 000 0000</td><td><a href="mailto:secretary@faculty.example">secretary@faculty.example</a></td></tr></tbody></table>`,
    ),
    expected: [
      {
        fullName: 'Zofia Kowalczyk',
        title: 'Senior Lecturer',
        email: 'zofia.kowalczyk@faculty.example',
      },
      { fullName: 'Lindiwe Mbeki', title: 'Reader', email: 'lindiwe.mbeki@faculty.example' },
    ],
  },
  {
    about: 'wild: a bio of a partner, with his assistant below',
    url: 'https://quill.example/partners/marchetti',
    html: site(
      { name: 'Quill LLP', title: 'Alessandro Marchetti | Quill LLP', domain: 'quill.example' },
      `<article class="bio"><h1>Alessandro Marchetti</h1><p class="role">Partner, Corporate</p><ul class="contact"><li><a href="tel:+12125550177">+1 212 555 0177</a></li><li><a href="mailto:amarchetti@quill.example">amarchetti@quill.example</a></li><li><a href="https://www.linkedin.com/in/alessandro-marchetti-example/">LinkedIn</a></li><li><a href="/vcards/amarchetti.vcf" download>vCard</a></li></ul>
       <p>Alessandro advises on mergers.</p></article>`,
    ),
    expected: [
      {
        fullName: 'Alessandro Marchetti',
        title: 'Partner, Corporate',
        phone: '+12125550177',
        email: 'amarchetti@quill.example',
        linkedinUrl: 'https://www.linkedin.com/in/alessandro-marchetti-example',
      },
    ],
  },
  {
    about: 'wild: advisers in definition lists',
    url: 'https://fund.example/advisers',
    html: site(
      { name: 'Fund', title: 'Advisers', domain: 'fund.example' },
      `<h1>Advisers</h1><dl><dt>Naledi Khumalo</dt><dd>Investment Adviser</dd><dd><a href="mailto:naledi.khumalo@fund.example">naledi.khumalo@fund.example</a></dd>
       <dt>Ryan O’Sullivan</dt><dd>Wealth Manager</dd><dd><a href="mailto:ryan.osullivan@fund.example">ryan.osullivan@fund.example</a></dd></dl>`,
    ),
    expected: [
      {
        fullName: 'Naledi Khumalo',
        title: 'Investment Adviser',
        email: 'naledi.khumalo@fund.example',
      },
      {
        fullName: 'Ryan O’Sullivan',
        title: 'Wealth Manager',
        email: 'ryan.osullivan@fund.example',
      },
    ],
  },
  {
    about: 'wild: a team in Hebrew',
    url: 'https://gefen.example/team',
    html: site(
      { name: 'גפן', title: 'הצוות שלנו', domain: 'gefen.example', lang: 'he', dir: 'rtl' },
      `<h1>הצוות שלנו</h1><div class="grid"><div class="member"><img alt="" src="data:,"><h3>תמר לוי</h3><p>סמנכ״לית שיווק</p><a href="mailto:tamar@gefen.example" aria-label="דוא״ל"><svg></svg></a></div>
       <div class="member"><img alt="" src="data:,"><h3>יואב בן־דוד</h3><p>מנהל פיתוח</p><a href="mailto:yoav@gefen.example" aria-label="דוא״ל"><svg></svg></a></div></div>`,
    ),
    expected: [
      { fullName: 'תמר לוי', title: 'סמנכ״לית שיווק', email: 'tamar@gefen.example' },
      { fullName: 'יואב בן־דוד', title: 'מנהל פיתוח', email: 'yoav@gefen.example' },
    ],
  },
  {
    about: 'wild: a team in Persian with LinkedIn profiles',
    url: 'https://zagros.example/team',
    html: site(
      { name: 'زاگرس', title: 'تیم ما', domain: 'zagros.example', lang: 'fa', dir: 'rtl' },
      `<h2>تیم ما</h2><ul><li><h4>نیلوفر رضایی</h4><span>مدیر فروش</span><a href="https://www.linkedin.com/in/niloufar-rezaei-example"><svg></svg></a></li>
       <li><h4>آرش کریمی</h4><span>مدیر فنی</span><a href="https://www.linkedin.com/in/arash-karimi-example"><svg></svg></a></li></ul>`,
    ),
    expected: [
      {
        fullName: 'نیلوفر رضایی',
        title: 'مدیر فروش',
        linkedinUrl: 'https://www.linkedin.com/in/niloufar-rezaei-example',
      },
      {
        fullName: 'آرش کریمی',
        title: 'مدیر فنی',
        linkedinUrl: 'https://www.linkedin.com/in/arash-karimi-example',
      },
    ],
  },
  {
    about: 'wild: a Korean contact page',
    url: 'https://hanul.example/contact',
    html: site(
      { name: '하늘무역', title: '담당자 안내', domain: 'hanul.example', lang: 'ko' },
      `<h1>담당자 안내</h1><div class="box"><h3>박서연</h3><p>해외영업팀 과장</p><p><a href="tel:+82200000001">02-000-0001</a></p><p><a href="mailto:seoyeon.park@hanul.example">seoyeon.park@hanul.example</a></p></div>
       <div class="box"><h3>이도현</h3><p>구매팀 대리</p><p><a href="tel:+82200000002">02-000-0002</a></p><p><a href="mailto:dohyun.lee@hanul.example">dohyun.lee@hanul.example</a></p></div>`,
    ),
    expected: [
      {
        fullName: '박서연',
        title: '해외영업팀 과장',
        phone: '+82200000001',
        email: 'seoyeon.park@hanul.example',
      },
      {
        fullName: '이도현',
        title: '구매팀 대리',
        phone: '+82200000002',
        email: 'dohyun.lee@hanul.example',
      },
    ],
  },
  {
    about: 'wild: a Chinese sales team',
    url: 'https://minjiang.example/contact',
    html: site(
      { name: '闽江机械', title: '联系我们', domain: 'minjiang.example', lang: 'zh-CN' },
      `<h1>联系我们</h1><div class="sales"><div class="item"><p class="name">林志远</p><p class="post">销售总监</p><a href="mailto:lin@minjiang.example">lin@minjiang.example</a></div>
       <div class="item"><p class="name">欧阳静</p><p class="post">采购经理</p><a href="mailto:ouyang@minjiang.example">ouyang@minjiang.example</a></div></div>`,
    ),
    expected: [
      { fullName: '林志远', title: '销售总监', email: 'lin@minjiang.example' },
      { fullName: '欧阳静', title: '采购经理', email: 'ouyang@minjiang.example' },
    ],
  },
  {
    about: 'wild: a Turkish team, and a Vietnamese one with accents in every word',
    url: 'https://ege.example/ekip',
    html: site(
      { name: 'Ege', title: 'Ekibimiz', domain: 'ege.example', lang: 'tr' },
      `<h2>Ekibimiz</h2><div><article><h3>Gülşah Yıldırım</h3><p>Satın Alma Müdürü</p><a href="mailto:gulsah.yildirim@ege.example">E-posta</a></article>
       <article><h3>Nguyễn Thị Ánh Tuyết</h3><p>Trưởng phòng kinh doanh</p><a href="mailto:tuyet.nguyen@ege.example">E-posta</a></article></div>`,
    ),
    expected: [
      {
        fullName: 'Gülşah Yıldırım',
        title: 'Satın Alma Müdürü',
        email: 'gulsah.yildirim@ege.example',
      },
      {
        fullName: 'Nguyễn Thị Ánh Tuyết',
        title: 'Trưởng phòng kinh doanh',
        email: 'tuyet.nguyen@ege.example',
      },
    ],
  },
  {
    about: 'wild: a Greek and a Georgian member of a board',
    url: 'https://aegis.example/board',
    html: site(
      { name: 'Aegis', title: 'Board', domain: 'aegis.example' },
      `<h1>Board</h1><div class="cards"><div class="c"><h2>Ελένη Παπαδοπούλου</h2><div>Πρόεδρος</div><a href="mailto:eleni@aegis.example">eleni@aegis.example</a></div><div class="c"><h2>ნინო ბერიძე</h2><div>დირექტორი</div><a href="mailto:nino@aegis.example">nino@aegis.example</a></div></div>`,
    ),
    expected: [
      { fullName: 'Ελένη Παπαδοπούλου', title: 'Πρόεδρος', email: 'eleni@aegis.example' },
      { fullName: 'ნინო ბერიძე', title: 'დირექტორი', email: 'nino@aegis.example' },
    ],
  },
  {
    about: 'wild: a team with the name and the title in one heading',
    url: 'https://pier.example/us',
    html: site(
      { name: 'Pier', title: 'Us', domain: 'pier.example' },
      `<div class="t"><h3>Ottilie Braun <small>Head of Design</small></h3><a href="mailto:ottilie@pier.example">Say hello</a></div><div class="t"><h3>Kwame Asante <small>Producer</small></h3><a href="mailto:kwame@pier.example">Say hello</a></div>`,
    ),
    expected: [
      { fullName: 'Ottilie Braun', title: 'Head of Design', email: 'ottilie@pier.example' },
      { fullName: 'Kwame Asante', title: 'Producer', email: 'kwame@pier.example' },
    ],
  },
  {
    about: 'wild: names with titles and degrees',
    url: 'https://lab.example/group',
    html: site(
      { name: 'Lab', title: 'Group', domain: 'lab.example' },
      `<h2>Group</h2><div class="p"><h3>Prof. Dr. Johanna Weiß</h3><p>Group leader</p><a href="mailto:johanna.weiss@lab.example">Mail</a></div><div class="p"><h3>Samuel Osei, PhD</h3><p>Postdoctoral researcher</p><a href="mailto:samuel.osei@lab.example">Mail</a></div>`,
    ),
    expected: [
      {
        fullName: 'Prof. Dr. Johanna Weiß',
        title: 'Group leader',
        email: 'johanna.weiss@lab.example',
      },
      {
        fullName: 'Samuel Osei, PhD',
        title: 'Postdoctoral researcher',
        email: 'samuel.osei@lab.example',
      },
    ],
  },
];
