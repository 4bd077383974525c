/** How notices of delivery look in one language. Rows are parts of regular expressions, in lower case. */
interface NoticeWords {
  locale: string;
  /** At the start of the subject of a notice of failure. */
  subjects: string[];
  /** At the start of the subject, while the server is still trying. */
  delaySubjects: string[];
  /** In the first lines of a notice. */
  introductions: string[];
}

/** Local parts of addresses of mail servers that no person has. */
export const mailerNames = [
  'mailer[-_. ]?daemon\\S*',
  'mail[-_. ]?daemon',
  'mail[-_]?delivery[\\w-]*',
  'mdaemon',
  'mail[-_]?system',
  'bounces?',
  'bounce[-_+][\\w+=.-]*',
  'ndr',
  'dsn',
  'non[-_]?delivery',
  'no[-_]?delivery',
  'microsoftexchange\\w+',
  'mail-?router',
  'autobounce',
  'returned?-?mail',
  'double-bounce',
];

/** Local parts that a mail server uses, and at times the person who looks after it. */
export const operatorNames = [
  'post[-_. ]?master',
  'mail[-_]?admin',
  'sysadmin',
  'listserv',
  'mailgun',
  'mail[-_]?marshal',
  'smtp[-_]?gateway',
  'mail[-_]?gateway',
  'email[-_]?gateway',
];

/** Display names of mail servers. */
export const mailerTitles = [
  '(?:\\S{1,30} )?mail(?:er)?[- ]?(?:deliver\\w*|daemon|administrator|router) ?(?:(?:sub)?system|service|agent|notification)?\\W*(?:at\\b|for\\b|@|<|$)',
  '(?:e-?mail|internet mail|network) delivery(?: (?:sub)?system| service)?\\W*(?:<|$)',
  'delivery (?:sub)?system',
  'system ?administrator\\W*(?:<|$)',
  'microsoft (?:exchange|outlook)\\W*(?:<|$)',
  'network mailer',
  'internet mail (?:service|delivery)',
  'post ?master\\b',
  'mail(?:ing)? system',
  'interscan',
  '(?:\\S{1,30} )?mail server\\b',
];

export const noticeWords: NoticeWords[] = [
  {
    locale: 'en',
    subjects: [
      '(?:\\S{1,30} )?un-?deliver(?:able|ed)',
      'returned? (?:mail|message|e-?mail)',
      'returned to sender',
      '(?:e-?mail |mail |message )?delivery (?:status )?(?:notification|failure|failed|has failed|error|report|problem|incomplete|status)',
      'delivery to the following',
      'failure notice',
      'failure delivery',
      'failed (?:mail|delivery|message|to deliver)',
      'mail (?:delivery|system error|could not be|not delivered|error|returned|failure)',
      'message (?:delivery|you sent|could not be|undeliverable|not delivered|status - undeliverable|blocked|rejected)',
      'non[- ]?deliver(?:y|able|ed)',
      "your (?:message|e?-?mail) (?:could|was not|wasn't|couldn't|has not|to [^\\n]{1,80} (?:could|was|has|failed))",
      'unknown user',
      'user unknown',
      'permanent (?:delivery )?failure',
      'transport (?:error|failure)',
      '(?:dsn|ndn|ndr):',
      'attention: (?:your )?(?:message|mail)',
      '\\[?bounced?\\]?(?::|$)',
      'rejected(?: mail| message)?:',
      'automatically rejected mail',
      'notice: mail delivery',
      'there was an error sending your (?:mail|message)',
      'problem (?:delivering|with) your (?:mail|message)',
      '(?:e-?mail|mail|message) (?:address )?(?:rejected|bounced|undelivered)',
      'could not (?:deliver|send)',
      'unable to deliver',
      'address not found',
    ],
    delaySubjects: [
      'delivery (?:status )?notification(?: \\(|: )(?:delay|warning)',
      'delivery (?:delayed|delay|warning)',
      'delayed (?:mail|message|delivery)',
      '(?:message|mail)(?: delivery)? (?:is )?(?:delayed|delay)\\b',
      'warning: (?:message|could not|mail|e-?mail|cannot)',
      'mail delivery (?:delayed|warning)',
      'temporary (?:delivery )?(?:failure|problem)',
      'transient',
      'your message has been delayed',
      'still trying to deliver',
    ],
    introductions: [
      'this (?:message|e-?mail|mail|report|notification) (?:was|is|has been) (?:(?:created|generated|sent) )?(?:an? )?auto\\w*',
      'this is (?:the|an?) (?:auto\\w* )*(?:generated )?(?:mail|qmail|postfix|e-?mail system|bounce|delivery|message from|courier|notification|mailer)',
      "i'm sorry to have to (?:inform|tell)",
      "i(?:'m| am) afraid i",
      "(?:message|mail|e-?mail|delivery)s?[^\\n]{0,160} (?:could ?n[o']t|can ?not|can't|wasn't|was not|has not been|were not|did not|couldn't|is not) (?:be |been |yet been )?(?:deliver|sent|send|reach|rout|successful|complete)",
      'could not be (?:delivered|sent|reached)',
      'deliver(?:y|ing)?(?: \\S{1,20}){0,3} (?:has )?(?:failed|delayed|to (?:the|this|these|one)|of (?:the|your))',
      'undeliver(?:able|ed)',
      '(?:unable|failed) to (?:deliver|send)',
      "(?:couldn't|could not|can't|cannot) (?:deliver|send|find|locate)",
      'delivery (?:error|failure|failed|report|status|problem)',
      'permanent fatal errors',
      'had (?:delivery|permanent|transient) (?:problem|error|fatal)',
      'transcript of (?:the )?(?:session|attempts)',
      '(?:each of )?the following (?:address|recipient|user|mail|e-?mail|message)',
      'returned (?:mail|message|because|to)',
      'message (?:rejected|refused|undeliverable|blocked|not delivered|delivery)',
      'mail system error',
      'did not (?:reach|receive)',
      'was (?:automatically )?(?:rejected|refused|not accepted) ?(?:by|:)',
      'rejected (?:your message|recipient)',
      'reporting-mta',
      'final-recipient',
      'had trouble delivering',
      'error (?:occurred|sending|while)',
      'address not found',
    ],
  },
  {
    locale: 'de',
    subjects: [
      'unzustellbar',
      'nicht zustellbar',
      'zustellung(?:sfehler| fehlgeschlagen)',
      'fehler beim? (?:der |dem )?(?:zustell|versand|senden)',
      'rückläufer',
      'nachricht (?:konnte nicht|nicht)',
      'mail konnte nicht',
    ],
    delaySubjects: ['zustellung verzögert', 'verzögert'],
    introductions: [
      'konnte nicht',
      'konnten nicht',
      'nicht zugestellt',
      'unzustellbar',
      'fehler bei der',
    ],
  },
  {
    locale: 'fr',
    subjects: [
      'échec de (?:la )?(?:remise|distribution|livraison)',
      'non (?:remis|distribué)',
      "notification d[e'’]\\S* (?:état|échec)",
      'message non (?:remis|distribué)',
      'courrier (?:non remis|retourné)',
    ],
    delaySubjects: ['remise retardée', 'message retardé'],
    introductions: [
      "n[’']a pas pu",
      "n[’']ont pas pu",
      'échec',
      "n[’']a pas été (?:remis|distribué|livré)",
    ],
  },
  {
    locale: 'es',
    subjects: [
      'no se (?:puede|pudo|ha podido) entregar',
      '(?:correo |mensaje )?no entregado',
      'error (?:de|en la) entrega',
      'notificación de (?:estado|error)',
      'mensaje (?:devuelto|rechazado)',
      'correo devuelto',
      'fallo (?:de|en la) entrega',
    ],
    delaySubjects: ['retraso en la entrega', 'entrega retrasada'],
    introductions: [
      'no se pudo',
      'no pudo',
      'no se ha podido',
      'no ha podido',
      'no fue entregado',
      'no ha sido entregado',
    ],
  },
  {
    locale: 'it',
    subjects: [
      'non recapitabile',
      'mancat[oa] (?:recapito|consegna)',
      'messaggio non',
      'impossibile (?:recapitare|consegnare)',
      'avviso di mancata',
      'errore (?:di|nella) consegna',
    ],
    delaySubjects: ['consegna ritardata', 'recapito ritardato'],
    introductions: [
      'impossibile',
      'non è (?:stato )?(?:possibile|stato consegnato|recapitat|consegnat)',
      'non è stato',
      'non può essere',
    ],
  },
  {
    locale: 'pt',
    subjects: [
      'não foi possível entregar',
      'falha na entrega',
      '(?:mensagem )?não entregue',
      'erro (?:de|na) entrega',
      'mensagem devolvida',
    ],
    delaySubjects: ['entrega atrasada', 'atraso na entrega'],
    introductions: ['não foi possível', 'não pôde', 'não foi entregue', 'não pode ser entregue'],
  },
  {
    locale: 'nl',
    subjects: [
      'onbestelbaar',
      'niet (?:bezorgd|afgeleverd)',
      'niet te bezorgen',
      'bezorging mislukt',
    ],
    delaySubjects: ['bezorging vertraagd', 'vertraagd'],
    introductions: ['kon niet worden', 'kan niet worden', 'niet (?:bezorgd|afgeleverd)'],
  },
  {
    locale: 'pl',
    subjects: [
      'nie można dostarczyć',
      'niedostarcz\\S+',
      'nie dostarczono',
      'wiadomość nie(?:dostarczona| została)',
      'błąd dostarcz\\S+',
      'zwrot wiadomości',
    ],
    delaySubjects: ['opóźnion\\S+'],
    introductions: ['nie (?:mógł|mogła|można|została?|udało)'],
  },
  {
    locale: 'sv, da, nb, fi',
    subjects: [
      'går inte att leverera',
      'kan ikke leveres',
      'uleverbar',
      'olevererbart',
      'ikke lever[et]t',
      'ei voitu toimittaa',
      'toimittaminen epäonnistui',
      'toimitus epäonnistui',
    ],
    delaySubjects: ['försenad', 'forsinket', 'viivästynyt'],
    introductions: ['kunde inte', 'kunne ikke', 'ei voitu', 'epäonnistui'],
  },
  {
    locale: 'cs, tr',
    subjects: [
      'nedoručiteln\\S+',
      'nelze doručit',
      'nedoručen\\S+',
      'teslim edilemedi',
      'iletilemedi',
      'gönderilemedi',
    ],
    delaySubjects: ['zpožděn\\S+', 'gecik\\S+'],
    introductions: ['nelze', 'nebylo možné', 'edilemedi', 'iletilemedi', 'gönderilemedi'],
  },
  {
    locale: 'ru, uk',
    subjects: [
      'недоставлен\\S+',
      'не доставлено',
      '(?:письмо|сообщение) не (?:было )?доставлено',
      'ошибка доставки',
      'невозможно доставить',
    ],
    delaySubjects: ['задержка доставки'],
    introductions: ['не (?:может|могло|было|удалось|доставлено)', 'невозможно доставить'],
  },
  {
    locale: 'ja, zh, ko',
    subjects: [
      '.{0,20}(?:配信不能|配信できません|配信エラー|配信に失敗|送信エラー|送信できません|メール配送|宛先不明|不達|未達|エラーメール)',
      '.{0,12}(?:退信|退件|无法投递|投递失败|發送失敗|发送失败|無法傳遞|未送达)',
      '.{0,12}(?:반송|전송 ?실패|배달 ?실패|발송 ?실패)',
    ],
    delaySubjects: ['.{0,8}(?:配信遅延|延迟|延遲)'],
    introductions: [
      'できませんでした|できません|戻されました|返送|存在しません|不明',
      '退回|退信|无法(?:送达|投递)|無法(?:傳遞|送達)|失败|失敗',
      '반송|실패|없습니다',
    ],
  },
];

/** In messages of mail servers: words that prove nothing in other messages. */
export const mentions = [
  'the mail system',
  'diagnostic',
  'user unknown|unknown user|no such user|host unknown|unknown recipient|invalid address|user\\(s\\)',
  'mail ?box',
  'failure reasons?',
  'recipient',
];

/** The server is still trying. */
export const delayTexts = [
  'has not (?:yet )?been (?:delivered yet|collected)',
  'not yet been delivered',
  'this is a warning message only',
  'this is a warning only',
  'you do not need to resend',
  'will (?:be retried|continue to (?:try|be)|keep trying|try again|retry for)',
  'delivery attempts? will continue',
  'still (?:be )?(?:trying|being attempted)',
  'no action is required on your part',
  'attempts to deliver the message will continue',
  '(?:message|mail|delivery) (?:is|was|has been) delayed',
  'servers? will (?:retry|continue|keep)',
  'is delayed for more than',
];

/** The server gave up. */
export const finalTexts = [
  'permanent',
  'giving up|given up|gave up',
  'has (?:permanently )?failed',
  'will not (?:be retried|retry|try)',
  'no longer try',
  'could not be delivered to (?:one|the following)',
  'returned to (?:you|sender)',
  'failed permanently',
];

/** Where a notice goes over to the message that it returns. */
export const returnedStarts = [
  '(?:> ?)?(?:received: |return-path: ?<|message-id: ?<|mime-version: |dkim-signature: |delivered-to: )',
  '[ \\t]*[-=_*]{2,}[ \\t]*(?:below this line|original message|returned message|this is a copy|the (?:header|body|text) of|message header|unsent message|the unsent|copy of|start of|included is|undelivered message|message follows|begin|元の|原始邮件|原邮件|ursprüngliche|message d.origine|mensaje original|messaggio originale|mensagem original)',
  '[ \\t]*original message (?:headers|follows|header)',
  '[ \\t]*the original message (?:follows|headers|is attached)',
  '[ \\t]*(?:below is|this is|here is|included is) a copy of (?:the|your) (?:original )?message',
  '[ \\t]*possibly truncated original message',
];
