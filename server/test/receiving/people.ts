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
  'Please stop. Then call me, it is urgent.',
  'Stop sending it to Carl, send it to me.',
  "I don't want emails about prices, I want a call.",
  'No further contact needed, Carl signs tomorrow.',
  'Bitte schreiben Sie mir nicht mehr an diese Adresse, sondern an carl@acme.example.',
  'Nehmen Sie mich bitte in den Verteiler auf.',
  'Please take me off the CC. Bob decides about this.',
  "Please don't send any more emails until Monday, I am at a fair.",
  'No more emails to me please, call me on Tuesday.',
  'Take me off your mailing list, but send the offer to Carl.',
  'Please remove me from your mailing list and write to carol@acme.example instead.',
  'My colleague wrote “Please remove me from your mailing list”. Sorry for that. He will be at the meeting.',
  'Bitte nehmen Sie mich aus Ihrem Verteiler, aber halten Sie mich am Telefon auf dem Laufenden.',
  'Ne m’envoyez plus de mails, appelez-moi plutôt.',
  'Please remove me from your newsletter list. And when could you deliver?',
  'Please take us off the standard price list. We are interested in an offer of our own.',
  "Ne m'écrivez pas, appelez-moi.",
  'Non scrivetemi qui, chiamatemi.',
  'Não quero perder isto, ligue-me.',
  'Schrijf me volgende week.',
  'Jag vill inte vänta.',
  'メールではなく電話でお願いします。',
  'The server said 550 5.1.1 user unknown for carl@acme.example. Do you have another address?',
  "Thanks for your email. I'm out of the office until Monday. If it's urgent, call my mobile.",
  'This is not an automatic reply, I read your email. Let us talk.',
  'I think this is an automated message, but in case a person reads it: call me.',
  'Thank you for your message. Carl no longer works here, I took over from him. Friday?',
  'Vielen Dank für Ihre Nachricht. Ich bin ab Montag im Urlaub, melden Sie sich bitte danach. Grundsätzlich interessiert!',
  'FYI, I got this from Carl: "I am out of the office. This is an automatic reply."',
  'Please do not reply to this address, use my new one. And yes, Friday is fine.',
  'Please remove Tom from the thread, I am the right person now.',
  'Stop by our booth and bring the prices.',
  'Delete my number and use the office line from now on.',
  'I object to the price, not to the product. Call me.',
  'Please stop and think: who reads this? Call me.',
  'Я в отпуске до понедельника, но вопрос интересный. Пришлите презентацию.',
  '非常感谢,下周我休假,12月可以谈。',
  'Not looking for anything right now.',
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
    subject: 'Confirmation required for our call',
    body: 'We need your confirmation for Friday. Reply and confirm the address please.',
  }),
  build({
    subject: 'Thanks for reaching out to us',
    body: 'Thank you for reaching out. I lead operations here; Thursday at ten?',
  }),
  build({
    subject: 'Ticket opened by mistake',
    body: 'That ticket was opened by mistake. I do want the demo. Case number is: 4411.',
  }),
  build({
    subject: 'Case study received',
    body: 'Thank you for your message, the case study is great. Next steps?',
  }),
  build({
    subject: 'Order received - question',
    body: 'Thank you for contacting me about the order. I will come round on Friday.',
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
  'Please remove me from your mailing list',
  'Hi Ann,\r\n\r\nplease unsubscribe me.\r\n\r\nThanks\r\nBob',
  'Hi Ann please take me off your list thanks',
  'Not interested, please remove me',
  'Could you please stop emailing me?',
  'I no longer wish to receive these emails',
  'Don’t contact me anymore',
  'Sehr geehrte Damen und Herren,\r\n\r\nbitte tragen Sie mich aus.\r\n\r\nMit freundlichen Grüßen\r\nKlaus Weber',
  'Bitte löschen Sie mich aus Ihrem Verteiler',
  'Ich möchte keine Mails mehr erhalten',
  'Bonjour, merci de ne plus me contacter. Cordialement',
  'Veuillez me retirer de votre liste',
  'No quiero recibir más correos',
  'Elimíneme de su lista, por favor',
  'Non scrivetemi più',
  'Não me envie mais emails',
  'Ik wil geen emails meer ontvangen',
  'Geen mails meer sturen a.u.b.',
  'Proszę o wypisanie z listy',
  'Nie chcę więcej maili',
  'Vänligen sluta skicka mejl',
  'Jeg vil ikke have flere mails',
  'Ikke send meg flere e-poster',
  'Älkää lähettäkö enää viestejä',
  'Nechci dostávat další e-maily',
  'Bana bir daha yazmayın',
  '今後メールを送らないでください',
  '配信停止をお願いいたします。',
  'Прошу удалить меня из рассылки',
  'Відпишіть мене',
  'Ne küldjenek több levelet',
  'Nu îmi mai scrieți',
  'Παρακαλώ διαγράψτε με',
  '请不要再发邮件',
  '메일 보내지 마세요',
  'Please delete my data and do not write to me anymore',
  'Remove me from your list immediately or I will report you',
  'I would like to opt out of these emails',
  'Under GDPR Art. 21 I object to the processing of my data for direct marketing',
  'Thanks but we are not looking for anything. Could you please take me off your list?',
  'Kein Interesse mehr, bitte austragen',
  'Bitte löschen Sie meine Daten und schreiben Sie mir nicht mehr',
  'Chiedo la cancellazione dalla vostra mailing list',
  'Proszę o usunięcie moich danych',
  'Моля, махнете ме от списъка',
  'Prosím, odhláste ma zo zoznamu',
  'Molim vas, uklonite me s liste',
  'Prosim, izbrišite me s seznama',
  'Prašau, išbraukite mane iš sąrašo',
  'Lūdzu, izņemiet mani no saraksta',
  'Palun eemaldage mind nimekirjast',
  'Si us plau, doneu-me de baixa',
  'Vui lòng xóa tôi khỏi danh sách gửi thư',
  'Tolong hapus saya dari daftar email',
  'من فضلك احذفني من قائمتك البريدية',
  'נא להסיר אותי מרשימת התפוצה',
  'กรุณาหยุดส่งอีเมล',
];

/** Programs that ask in the name of a person, by the address that an email names for it. */
const programRequests = [
  'This message was automatically generated by Gmail.',
  'List-Unsubscribe request',
  '',
];

/** With reasons, complaints and other sentences around the request. */
const longerRequests = [
  'Hello Ann,\r\n\r\nwe changed our supplier in spring and are happy with it. Please take my address off your mailing list.\r\n\r\nRegards\r\nBob Example\r\nHead of Purchasing',
  'This is ridiculous. I have written this twice already. Do not email me again.',
  'Would you mind taking me off your list? We are only two people here and have no use for it.',
  'The company closes in March. I request that you delete my personal data. All the best for you.',
  'Guten Tag, Herr Weber ist nicht mehr bei uns. Bitte nehmen Sie diese Adresse aus Ihrem Verteiler.',
  'Hiermit widerspreche ich der Verarbeitung meiner Daten. Woher Sie die Adresse haben, weiß ich nicht.',
  'Bonjour, notre usine ferme cet été. Merci de ne plus nous envoyer de mails.',
  'Buenos días: ya tenemos proveedor. Por favor, elimine mi dirección de su base de datos.',
  'Buongiorno, siamo troppo piccoli per questo. Vi chiedo cortesemente di non inviarmi più mail.',
  'Beste Ann, wij werken al jaren met een ander. Wilt u mij uit uw mailinglijst verwijderen?',
  'Dzień dobry, firma jest w likwidacji. Proszę o usunięcie mojego adresu z listy.',
  'Hej, jag har gått i pension. Ta bort mig från er lista.',
];

export const unsubscribeRequests: Case[] = [
  ...programRequests.map((body) => ({
    name: `by a program: "${body}"`,
    raw: build({ subject: 'unsubscribe', body }),
    kind: 'unsubscribe',
  })),
  ...longerRequests.map((text) => ({
    name: `"${text.slice(0, 40)}"`,
    raw: build({ body: text + quoted }),
    kind: 'unsubscribe' as const,
  })),
  ...requests.flatMap((text) =>
    [text, `${text}.`, `${text}\r\n\r\nSent from my iPhone`, text + quoted].map((body) => ({
      name: `"${body.slice(0, 40)}"`,
      raw: build({ body }),
      kind: 'unsubscribe',
    })),
  ),
];
