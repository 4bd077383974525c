import { buildMessage, type MessageCase } from './build-message.ts';

/** Per language: subjects that suffice on their own, a text without a date, and texts with the date 30 November. */
const languages: [
  locale: string,
  subjects: string[],
  text: string,
  dated: string[],
  untilLast: string[],
][] = [
  [
    'en',
    ['Out of Office: A question', 'Automatic reply: A question'],
    'I am out of the office.',
    [
      'I will be back on 30 November.',
      'I am away, returning on Monday, November 30th.',
      'Out until 30 Nov 2026.',
      'I will be available again from 30 November.',
      'I will respond on 30 November.',
      'Return date: 30 November 2026.',
      'I will be in the office again on 30 November.',
      'I am away till 30 November.',
    ],
    ['I am on leave through November 29.', 'I am away until and including 29 November.'],
  ],
  [
    'de',
    ['Abwesenheitsnotiz: A question', 'Automatische Antwort: A question'],
    'Ich bin derzeit nicht im Büro.',
    [
      'Ab dem 30.11. bin ich wieder erreichbar.',
      'Ich bin am 30. November zurück.',
      'Rückkehr: 30.11.2026.',
    ],
    ['Ich bin bis 29.11.2026 im Urlaub.'],
  ],
  [
    'fr',
    ['Absence du bureau : A question', 'Réponse automatique : A question'],
    'Je suis absent du bureau.',
    [
      'Je serai de retour le 30 novembre.',
      'De retour le lundi 30/11/2026.',
      'Je suis joignable à partir du 30 novembre.',
      'Je reviendrai le 30 novembre.',
      'De retour au bureau à compter du 30 novembre.',
    ],
    ['Je suis en congés jusqu’au 29 novembre.'],
  ],
  [
    'es',
    ['Fuera de la oficina: A question', 'Respuesta automática: A question'],
    'Estoy fuera de la oficina.',
    [
      'Estaré de vuelta el 30 de noviembre.',
      'Regreso el 30/11.',
      'Estaré disponible a partir del 30 de noviembre.',
    ],
    ['Estoy de vacaciones hasta el 29 de noviembre.'],
  ],
  [
    'it',
    ['Fuori sede: A question', 'Risposta automatica: A question'],
    'Sono in ferie.',
    [
      'Rientrerò il 30 novembre.',
      'Tornerò in ufficio il 30/11/2026.',
      'Rispondo a partire dal 30 novembre.',
    ],
    ['Sono assente fino al 29 novembre.'],
  ],
  [
    'pt',
    ['Ausência temporária: A question', 'Resposta automática: A question'],
    'Estou fora do escritório.',
    [
      'Estarei de volta em 30 de novembro.',
      'Retorno dia 30/11/2026.',
      'Respondo a partir de 30 de novembro.',
    ],
    ['Estou de férias até 29 de novembro.'],
  ],
  [
    'nl',
    ['Afwezig: A question', 'Automatisch antwoord: A question'],
    'Ik ben niet op kantoor.',
    [
      'Ik ben terug op 30 november.',
      'Vanaf 30-11-2026 ben ik weer bereikbaar.',
      'Ik ben afwezig tot 30 november.',
    ],
    ['Ik ben op vakantie tot en met 29 november.', 'Ik ben afwezig t/m 29 november.'],
  ],
  [
    'pl',
    ['Poza biurem: A question', 'Odpowiedź automatyczna: A question'],
    'Jestem na urlopie.',
    ['Wracam 30 listopada.', 'Będę dostępny od 30.11.2026.'],
    ['Jestem nieobecny do 29 listopada.'],
  ],
  [
    'sv',
    ['Frånvaro: A question', 'Autosvar: A question'],
    'Jag är inte på kontoret.',
    [
      'Jag är tillbaka den 30 november.',
      'Åter 2026-11-30.',
      'Jag är ledig fram till den 30 november.',
    ],
    ['Jag har semester till och med den 29 november.', 'Jag är ledig t.o.m. 29 november.'],
  ],
  [
    'da',
    ['Ikke på kontoret: A question', 'Automatisk svar: A question'],
    'Jeg er på ferie.',
    [
      'Jeg er tilbage den 30. november.',
      'Tilbage igen 30.11.2026.',
      'Jeg er væk indtil den 30. november.',
    ],
    ['Jeg holder ferie til og med den 29. november.'],
  ],
  [
    'nb',
    ['Fraværsmelding: A question', 'Automatisk svar: A question'],
    'Jeg er ikke på kontoret.',
    ['Jeg er tilbake 30. november.', 'Tilbake på jobb 30.11.'],
    ['Jeg har ferie til og med 29. november.'],
  ],
  [
    'fi',
    ['Poissa toimistolta: A question', 'Automaattinen vastaus: A question'],
    'Olen lomalla.',
    ['Palaan töihin 30. marraskuuta.', 'Tavoitettavissa jälleen 30.11.'],
    ['Olen lomalla 29.11. saakka.'],
  ],
  [
    'cs',
    ['Mimo kancelář: A question', 'Automatická odpověď: A question'],
    'Jsem na dovolené.',
    ['Vrátím se 30. listopadu.', 'Budu zpět v kanceláři 30.11.2026.'],
    ['Jsem mimo kancelář do 29. listopadu.'],
  ],
  [
    'tr',
    ['Ofis dışında: A question', 'Otomatik yanıt: A question'],
    'Ofis dışındayım.',
    ['30 Kasım’da ofise döneceğim.', '30.11.2026 tarihinde döneceğim.'],
    ['29 Kasım’a kadar izindeyim.'],
  ],
  [
    'ja',
    ['不在通知: A question', '自動応答: A question'],
    '現在不在にしております。',
    ['11月30日に戻ります。', '2026年11月30日より出社いたします。'],
    ['11月29日まで休暇をいただいております。'],
  ],
  [
    'ru',
    ['В отпуске: A question', 'Автоматический ответ: A question'],
    'Я нахожусь в отпуске.',
    ['Вернусь 30 ноября.', 'Буду на месте с 30.11.2026.'],
    ['Я в отпуске до 29 ноября.', 'Отсутствую по 29 ноября включительно.'],
  ],
  [
    'uk',
    ['Поза офісом: A question', 'Автоматична відповідь: A question'],
    'Я у відпустці.',
    ['Повернуся 30 листопада.'],
    ['Я у відпустці до 29 листопада.'],
  ],
  [
    'bg',
    ['Извън офиса: A question', 'Автоматичен отговор: A question'],
    'В отпуск съм.',
    ['Ще се върна на 30 ноември.'],
    ['В отпуск съм до 29.11.2026 г.'],
  ],
  [
    'hu',
    ['Házon kívül: A question', 'Automatikus válasz: A question'],
    'Szabadságon vagyok.',
    ['Visszatérek: november 30.'],
    ['Szabadságon vagyok 2026. november 29-ig.'],
  ],
  [
    'ro',
    ['În concediu: A question', 'Răspuns automat: A question'],
    'Sunt în concediu.',
    ['Voi reveni pe 30 noiembrie.'],
    ['Sunt în concediu până pe 29 noiembrie.'],
  ],
  [
    'sk',
    ['Mimo kancelárie: A question', 'Automatická odpoveď: A question'],
    'Som na dovolenke.',
    ['Vrátim sa 30. novembra.'],
    ['Som na dovolenke do 29.11.2026.'],
  ],
  [
    'hr',
    ['Izvan ureda: A question', 'Automatski odgovor: A question'],
    'Na godišnjem sam odmoru.',
    ['Vraćam se 30.11.2026.'],
    ['Odsutan sam do 29. studenoga.'],
  ],
  [
    'sl',
    ['Odsotnost: A question', 'Samodejni odgovor: A question'],
    'Sem na dopustu.',
    ['Vrnem se 30. novembra.'],
    ['Na dopustu sem do 29. novembra.'],
  ],
  [
    'lt',
    ['Atostogos: A question', 'Automatinis atsakymas: A question'],
    'Šiuo metu atostogauju.',
    ['Grįšiu lapkričio 30 d.'],
    ['Atostogauju iki lapkričio 29 d.'],
  ],
  [
    'lv',
    ['Prombūtne: A question', 'Automātiskā atbilde: A question'],
    'Esmu atvaļinājumā.',
    ['Atgriezīšos 30.11.2026.'],
    ['Esmu atvaļinājumā līdz 29. novembrim.'],
  ],
  [
    'et',
    ['Puhkusel: A question', 'Automaatvastus: A question'],
    'Viibin puhkusel.',
    ['Naasen 30.11.2026.'],
    ['Viibin puhkusel kuni 29. novembrini.'],
  ],
  [
    'el',
    ['Εκτός γραφείου: A question', 'Αυτόματη απάντηση: A question'],
    'Βρίσκομαι εκτός γραφείου.',
    ['Θα επιστρέψω στις 30 Νοεμβρίου.'],
    ['Απουσιάζω μέχρι τις 29/11/2026.'],
  ],
  [
    'ca',
    ["Fora de l'oficina: A question", 'Resposta automàtica: A question'],
    'Estic de vacances.',
    ['Tornaré el 30 de novembre.'],
    ['Estic de vacances fins al 29 de novembre.'],
  ],
  [
    'id',
    ['Di luar kantor: A question', 'Balasan otomatis: A question'],
    'Saya sedang cuti.',
    ['Saya kembali ke kantor pada 30 November 2026.'],
    ['Saya cuti sampai dengan 29 November.'],
  ],
  [
    'vi',
    ['Vắng mặt: A question', 'Trả lời tự động: A question'],
    'Tôi đang nghỉ phép.',
    ['Tôi trở lại làm việc ngày 30 tháng 11.'],
    ['Tôi nghỉ phép đến hết ngày 29/11/2026.'],
  ],
  [
    'zh',
    ['休假: A question', '自动回复: A question'],
    '我正在休假。',
    ['我将于2026年11月30日返回公司。', '11月30日恢复上班。'],
    ['休假至11月29日。'],
  ],
  [
    'ko',
    ['부재중: A question', '자동 회신: A question'],
    '휴가로 부재중입니다.',
    ['11월 30일에 복귀합니다.'],
    ['11월 29일까지 휴가입니다.'],
  ],
  [
    'ar',
    ['خارج المكتب: A question', 'رد تلقائي: A question'],
    'أنا في إجازة.',
    ['سأعود يوم 30 نوفمبر 2026.'],
    ['أنا في إجازة حتى 29 نوفمبر.'],
  ],
  [
    'he',
    ['מחוץ למשרד: A question', 'תשובה אוטומטית: A question'],
    'אני בחופשה.',
    ['אחזור ב-30 בנובמבר.'],
    ['אני בחופשה עד ה-29 בנובמבר.'],
  ],
  [
    'th',
    ['ลาพักร้อน: A question', 'ตอบกลับอัตโนมัติ: A question'],
    'ขณะนี้อยู่ระหว่างลาพักร้อน',
    ['จะกลับมาทำงานในวันที่ 30 พฤศจิกายน 2569'],
    ['ลาพักร้อนถึงวันที่ 29 พฤศจิกายน'],
  ],
];

const headers = [
  ['Auto-Submitted: auto-replied'],
  ['X-Autoreply: yes'],
  ['Precedence: auto_reply'],
  ['X-Autorespond: A question'],
];

export const absenceCases: MessageCase[] = languages.flatMap(
  ([locale, subjects, text, dated, untilLast]) => [
    ...subjects.map((subject) => ({
      name: `${locale} by its subject`,
      raw: buildMessage({ subject, body: text }),
      kind: 'away',
      returnDate: null,
    })),
    ...headers.map((header) => ({
      name: `${locale} by ${header[0]}`,
      raw: buildMessage({ headers: header, body: text }),
      kind: 'away',
      returnDate: null,
    })),
    {
      name: `${locale} by Exchange`,
      raw: buildMessage({
        subject: subjects[1]!,
        headers: ['X-Auto-Response-Suppress: All'],
        body: text,
      }),
      kind: 'away',
      returnDate: null,
    },
    ...[...dated, ...untilLast].flatMap((sentence) => [
      {
        name: `${locale}: ${sentence}`,
        raw: buildMessage({ subject: subjects[0]!, body: `${text} ${sentence}` }),
        kind: 'away',
        returnDate: '2026-11-30',
      },
      {
        name: `${locale} with a header: ${sentence}`,
        raw: buildMessage({ headers: headers[0]!, body: `${text}\r\n${sentence}` }),
        kind: 'away',
        returnDate: '2026-11-30',
      },
    ]),
  ],
);

/** Neither header nor subject announces these absences. The text says that a program wrote it. */
export const declaredAbsenceCases: MessageCase[] = [
  'Thank you for your email. I am out of the office until 30 November. This is an automatic reply.',
  'Vielen Dank für Ihre E-Mail. Ich bin nicht im Büro und am 30. November zurück. Ihre Nachricht wird nicht weitergeleitet.',
  'Bonjour, je suis absente, de retour le 30 novembre. Ceci est une réponse automatique.',
  'Gracias por su correo. Estoy de vacaciones y regreso el 30 de noviembre. Este es un mensaje automático.',
  'Спасибо за письмо! Я в отпуске, вернусь 30 ноября. Это автоматический ответ.',
  '出張中のため、11月30日に返信いたします。このメールは自動で送信されています。',
].map((body) => ({
  name: body,
  raw: buildMessage({ subject: 'Re: A question', body }),
  kind: 'away',
  returnDate: '2026-11-30',
}));

export const acknowledgementCases: MessageCase[] = [
  [
    'support@acme.example',
    '[Ticket #4711] Request received',
    'Thank you for contacting us. Your ticket number is: 4711.',
    ['Auto-Submitted: auto-replied'],
  ],
  [
    'support@acme.example',
    'Re: A question',
    'We have received your request. Ticket ID: 4711',
    ['Auto-Submitted: auto-generated'],
  ],
  [
    'support@acme.example',
    'We have received your request',
    'We have received your message, ticket #: 4711.',
    [],
  ],
  ['noreply@acme.example', 'Re: A question', 'Thank you for your message.', []],
  ['no-reply@acme.example', 'Your message', 'We will answer soon.', []],
  ['hilfe@acme.example', 'Eingangsbestätigung', 'Wir haben Ihre Anfrage erhalten.', []],
  [
    'info@acme.example',
    'Re: A question',
    'Bob no longer works here.',
    ['Auto-Submitted: auto-replied'],
  ],
  ['info@acme.example', 'News', 'Here is your report.', ['Return-Path: <>']],
  [
    'bob@acme.example',
    'Automatic reply: A question',
    'Bob has left the company. Please write to carla@acme.example.',
    ['X-Auto-Response-Suppress: All', 'Auto-Submitted: auto-generated'],
  ],
  [
    'bob@acme.example',
    'Automatische Antwort: A question',
    'Herr Weber ist nicht mehr für unser Unternehmen tätig.',
    ['Auto-Submitted: auto-replied'],
  ],
  [
    'bob@acme.example',
    'Réponse automatique : A question',
    "Nicolas Petit a quitté l'entreprise.",
    ['Auto-Submitted: auto-replied'],
  ],
  [
    'bob@acme.example',
    'Автоматический ответ: A question',
    'Анна Котова больше не работает в компании.',
    ['Auto-Submitted: auto-replied'],
  ],
  [
    'info@acme.example',
    'Re: A question',
    'Thank you for your inquiry! We will respond within one day. *** This is an automatically generated email ***',
    [],
  ],
  [
    'info@acme.example',
    'お問い合わせ',
    'お問い合わせありがとうございます。このメールは自動送信されています。',
    [],
  ],
  [
    'bob@acme.example',
    'Your email requires verification',
    'Please verify that you are a real live human being: reply to this message.',
    [],
  ],
  [
    'bob@acme.example',
    '[Mailinblack] Authentification requise : A question',
    'Merci de cliquer sur le lien ci-dessous pour vous authentifier.',
    [],
  ],
  ['calendar@acme.example', 'Accepted: Call', 'Bob accepted.', ['Auto-Submitted: auto-generated']],
].map(([from, subject, body, extra]) => ({
  name: subject as string,
  raw: buildMessage({
    from: from as string,
    subject: subject as string,
    body: body as string,
    headers: extra as string[],
  }),
  kind: 'automatic',
}));

const invitationAnswer = (product: string, text: string, attendee = '') =>
  buildMessage({
    subject: 'Accepted: Call',
    type: 'multipart/alternative; boundary="b1"',
    body: `--b1\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n--b1\r\nContent-Type: text/calendar; charset=utf-8; method=REPLY\r\n\r\nBEGIN:VCALENDAR\r\nPRODID:${product}\r\nMETHOD:REPLY\r\nBEGIN:VEVENT\r\nATTENDEE;PARTSTAT=ACCEPTED${attendee}:mailto:bob@acme.example\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n--b1--\r\n`,
  });
const google = '-//Google Inc//Google Calendar 70.9054//EN';

/** A button of a calendar was pressed, without and with a comment. */
export const invitationAnswerCases: MessageCase[] = [
  {
    name: 'Exchange',
    raw: invitationAnswer('Microsoft Exchange Server 2010', ''),
    kind: 'automatic',
  },
  {
    name: 'Google',
    raw: invitationAnswer(google, 'Bob has accepted this invitation.'),
    kind: 'automatic',
  },
];
export const invitationCommentCases: MessageCase[] = [
  {
    name: 'a comment in Outlook',
    raw: invitationAnswer('Microsoft Exchange Server 2010', 'Happy to. Bring the prices.'),
    kind: 'human',
  },
  {
    name: 'a comment in Google Calendar',
    raw: invitationAnswer(
      google,
      'Bob has accepted this invitation with this note: "Bring the prices"',
      ';X-RESPONSE-COMMENT="Bring the prices"',
    ),
    kind: 'human',
  },
];
