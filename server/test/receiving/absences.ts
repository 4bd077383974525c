import { build, type Case } from './build-message.ts';

/** Per language: subjects that say so alone, a text without a date, and texts with the day 30 November. */
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
    ],
    ['I am on leave through November 29.'],
  ],
  [
    'de',
    ['Abwesenheitsnotiz: A question', 'Automatische Antwort: A question'],
    'Ich bin derzeit nicht im Büro.',
    ['Ab dem 30.11. bin ich wieder erreichbar.', 'Ich bin am 30. November zurück.'],
    ['Ich bin bis 29.11.2026 im Urlaub.'],
  ],
  [
    'fr',
    ['Absence du bureau : A question', 'Réponse automatique : A question'],
    'Je suis absent du bureau.',
    ['Je serai de retour le 30 novembre.', 'De retour le lundi 30/11/2026.'],
    ['Je suis en congés jusqu’au 29 novembre.'],
  ],
  [
    'es',
    ['Fuera de la oficina: A question', 'Respuesta automática: A question'],
    'Estoy fuera de la oficina.',
    ['Estaré de vuelta el 30 de noviembre.', 'Regreso el 30/11.'],
    ['Estoy de vacaciones hasta el 29 de noviembre.'],
  ],
  [
    'it',
    ['Fuori sede: A question', 'Risposta automatica: A question'],
    'Sono in ferie.',
    ['Rientrerò il 30 novembre.', 'Tornerò in ufficio il 30/11/2026.'],
    ['Sono assente fino al 29 novembre.'],
  ],
  [
    'pt',
    ['Ausência temporária: A question', 'Resposta automática: A question'],
    'Estou fora do escritório.',
    ['Estarei de volta em 30 de novembro.', 'Retorno dia 30/11/2026.'],
    ['Estou de férias até 29 de novembro.'],
  ],
  [
    'nl',
    ['Afwezig: A question', 'Automatisch antwoord: A question'],
    'Ik ben niet op kantoor.',
    ['Ik ben terug op 30 november.', 'Vanaf 30-11-2026 ben ik weer bereikbaar.'],
    ['Ik ben op vakantie tot en met 29 november.'],
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
    ['Jag är tillbaka den 30 november.', 'Åter 2026-11-30.'],
    ['Jag har semester till och med den 29 november.'],
  ],
  [
    'da',
    ['Ikke på kontoret: A question', 'Automatisk svar: A question'],
    'Jeg er på ferie.',
    ['Jeg er tilbage den 30. november.', 'Tilbage igen 30.11.2026.'],
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
];

const headers = [
  ['Auto-Submitted: auto-replied'],
  ['X-Autoreply: yes'],
  ['Precedence: auto_reply'],
  ['X-Autorespond: A question'],
];

export const absences: Case[] = languages.flatMap(([locale, subjects, text, dated, untilLast]) => [
  ...subjects.map((subject) => ({
    name: `${locale} by its subject`,
    raw: build({ subject, body: text }),
    kind: 'away',
    returnDate: null,
  })),
  ...headers.map((header) => ({
    name: `${locale} by ${header[0]}`,
    raw: build({ headers: header, body: text }),
    kind: 'away',
    returnDate: null,
  })),
  {
    name: `${locale} by Exchange`,
    raw: build({ subject: subjects[1]!, headers: ['X-Auto-Response-Suppress: All'], body: text }),
    kind: 'away',
    returnDate: null,
  },
  ...[...dated, ...untilLast].flatMap((sentence) => [
    {
      name: `${locale}: ${sentence}`,
      raw: build({ subject: subjects[0]!, body: `${text} ${sentence}` }),
      kind: 'away',
      returnDate: '2026-11-30',
    },
    {
      name: `${locale} with a header: ${sentence}`,
      raw: build({ headers: headers[0]!, body: `${text}\r\n${sentence}` }),
      kind: 'away',
      returnDate: '2026-11-30',
    },
  ]),
]);

export const acknowledgements: Case[] = [
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
  ['calendar@acme.example', 'Accepted: Call', 'Bob accepted.', ['Auto-Submitted: auto-generated']],
].map(([from, subject, body, extra]) => ({
  name: subject as string,
  raw: build({
    from: from as string,
    subject: subject as string,
    body: body as string,
    headers: extra as string[],
  }),
  kind: 'automatic',
}));
