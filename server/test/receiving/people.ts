import { build, type Case, original, prospect } from './build-message.ts';

/** What people write; each in several programs. Some of it looks like a message of a program. */
const texts = [
  'Sounds good, let us talk on Monday.',
  'Yes',
  'No thanks',
  'Not interested.',
  'Who are you?',
  'I will be out of the office until 30 November, can we talk after that?',
  'I am on vacation next week. Back on 30 November.',
  'My colleague got an automatic reply. Did you send it?',
  'Your last email said "user unknown", is that you?',
  'Your message could not be delivered to Carl, so I forward it.',
  'We received your request and I will look at it. Ticket or not, call me.',
  'How do I unsubscribe from your newsletter? And what does the product cost?',
  'Please stop calling it a platform, and send me the price list.',
  'Do not remove me from the list, I like it.',
  'Ich bin nicht im Büro, rufen Sie mich mobil an.',
  'Bitte melden Sie sich nach meinem Urlaub wieder.',
  'Je suis absent cette semaine, rappelez-moi lundi.',
  'Estoy de vacaciones, hablamos en diciembre.',
  '来週ご連絡ください。休暇中です。',
  'Jestem na urlopie, proszę o kontakt później.',
  'The server said 550 5.1.1 user unknown for carl@acme.example. Do you have another address?',
];

const quoted =
  '\r\n\r\nOn Mon, 16 Nov 2026 at 10:00, Ann <ann@outcrop.example> wrote:\r\n> I am out of the office. Unsubscribe here.\r\n> Auto reply';
const outlook = `\r\n\r\nFrom: Ann <ann@outcrop.example>\r\nSent: Monday, 16 November 2026 10:00\r\nTo: Bob <${prospect}>\r\nSubject: A question\r\n\r\nUndeliverable? Unsubscribe here.`;
const forms: ((body: string) => string)[] = [
  (body) => build({ body }),
  (body) =>
    build({ body: body + quoted, headers: [`Return-Path: <${prospect}>`, 'Auto-Submitted: no'] }),
  (body) =>
    build({
      body: body + outlook,
      subject: 'RE: A question',
      headers: ['X-Auto-Response-Suppress: All'],
    }),
  (body) => build({ body: `${body}\r\n\r\nSent from my iPhone` }),
  (body) => build({ body: `${body}\r\n\r\n-- \r\nBob\r\nHead of Mail Delivery, Acme` }),
  (body) =>
    build({
      body: `<html><body><p>${body}</p><div>Bob</div></body></html>`,
      type: 'text/html; charset=utf-8',
    }),
  (body) =>
    build({
      body,
      subject: 'Re: Get away from spreadsheets',
      headers: ['Precedence: bulk', 'List-Id: <team.acme.example>'],
    }),
  (body) =>
    build({
      body,
      from: '"Bob Postman" <bob.postman@acme.example>',
      subject: 'AW: Automatic reply: A question',
    }),
];

const subjects = [
  'Re: Out of office',
  'Out of office furniture, a quote',
  'Away from home on Monday?',
  'RE: Undeliverable: A question',
  'Fwd: Undelivered Mail Returned to Sender',
  'WG: Unzustellbar: A question',
  'Vacation plans',
  'Returned the contract',
  'Absence of a reply',
  'Holiday party',
  'OOO la la, great offer',
  'Auto parts',
  'Delivery on Friday',
  'Re: Delivery Status Notification (Failure)',
  'Automatics and manuals',
  'Automatic reply machines',
  'Urlaub',
  'Delivery failure',
  'Message blocked',
  'Warning: mail might be late',
  '自動返信の件',
];

const bounceText = `I'm sorry to have to inform you that your message could not be delivered.\r\n\r\n<carl@acme.example>: host mx said: 550 5.1.1 User unknown\r\n\r\n${original('carl@acme.example')}`;
const forwards = [
  build({
    subject: 'Fwd: failure notice',
    body: `Hi Ann, I got this. What does it mean?\r\n\r\n---------- Forwarded message ---------\r\nFrom: MAILER-DAEMON@mx.example\r\n\r\n${bounceText}`,
  }),
  build({
    subject: 'failure notice',
    body: `Is this from you? I got it this morning and do not understand what it wants from me. My colleague Carl left years ago, and I wonder why you still write to him. Please send such things to me, and take him off your list of people. Thank you very much for your help with this, Bob. See below for what I got from the server:\r\n\r\n${bounceText}`,
  }),
  build({
    subject: 'Fwd: Undelivered Mail Returned to Sender',
    type: 'multipart/mixed; boundary="b1"',
    body: `--b1\r\nContent-Type: text/plain\r\n\r\nWhy did I get this?\r\n--b1\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\nFinal-Recipient: rfc822; carl@acme.example\r\nAction: failed\r\nStatus: 5.1.1\r\n--b1\r\nContent-Type: message/rfc822\r\n\r\n${original()}\r\n\r\nHello\r\n--b1--\r\n`,
  }),
];

/** People who look after a mail server, and people who write about a notice without a mark of a forward. */
const operators = [
  build({
    subject: 'Mail trouble',
    headers: ['Return-Path: <bounces+77-ann=outcrop.example@em.acme.example>'],
    body: 'My mailbox was full, and the recipient list too. Please send it again.',
  }),
  build({
    from: 'Jim <postmaster@acme.example>',
    subject: 'Your email to Bob',
    body: 'Hi Ann, your message could not be delivered to Bob on Friday. It has arrived now.',
  }),
  build({
    from: 'Jim <postmaster@acme.example>',
    subject: 'Re: blocked?',
    body: 'Our gateway refused you with "550 5.7.1 blocked". I put you on the allow list.',
  }),
  build({
    from: '"Bob (Mail Delivery Team)" <bob@acme.example>',
    body: 'The mailbox is full of offers like yours. Undeliverable promises!',
  }),
  build({
    from: 'Jim <sysadmin@acme.example>',
    subject: 'Server migration',
    body: 'Our server moves tonight. Mail could be late.',
  }),
  build({
    subject: 'Delivery failure',
    body: 'Hi Ann, your message could not be delivered to my colleague, the server said 550 5.1.1 user unknown. Please write to carla@acme.example.',
  }),
];

export const people: Case[] = [
  ...texts.flatMap((text) =>
    forms.map((write, index) => ({ name: `${text} (${index})`, raw: write(text), kind: 'human' })),
  ),
  ...subjects.flatMap((subject) =>
    ['Let us talk.', 'See below.', 'Thanks!'].map((body) => ({
      name: subject,
      raw: build({ subject, body }),
      kind: 'human',
    })),
  ),
  ...operators.map((raw, index) => ({ name: `operator ${index}`, raw, kind: 'human' })),
  ...forwards.map((raw, index) => ({ name: `forwarded notice ${index}`, raw, kind: 'human' })),
];

const requests = [
  'unsubscribe',
  'Please unsubscribe me',
  'STOP',
  'Remove me',
  'Take me off your list',
  'Bitte abmelden',
  'Keine weiteren Mails',
  'Désabonnez-moi svp',
  'Darme de baja, por favor',
  'Cancellatemi',
  'Me remova da lista',
  'Uitschrijven aub',
  'Proszę mnie wypisać',
  'Avregistrera mig',
  'Afmeld mig',
  'Meld meg av',
  'Poista minut listalta',
  'Odhlaste me',
  'Odhlásit',
  'Beni listeden çıkarın',
  '配信停止してください',
];

export const unsubscribeRequests: Case[] = requests.flatMap((text) =>
  [text, `${text}.`, `${text}\r\n\r\nSent from my iPhone`, text + quoted].map((body) => ({
    name: `"${body.slice(0, 40)}"`,
    raw: build({ body }),
    kind: 'unsubscribe',
  })),
);
