/** Words of programs that confirm the receipt of a message, or ask for one. Rows are parts of regular expressions. */

/** At the start of a subject, after a mark such as "[Support]". */
export const acknowledgedSubjects = [
  'request received',
  'ticket (?:received|created|opened)',
  '(?:your )?(?:request|ticket|case|inquiry|enquiry|support request)\\b[^\\n]{0,40}\\b(?:received|created|opened|registered|logged)',
  "we(?:'ve| have)? (?:received|got) your",
  '(?:thank you|thanks) for (?:contacting|reaching out to) ',
  'confirmation of receipt',
  'acknowledge?ment of',
  '(?:eingangsbestätigung|empfangsbestätigung|ihre anfrage .{0,30}(?:eingegangen|erhalten))',
  'accusé de réception',
  'acuse de recibo',
  'hemos recibido',
  'conferma di ricezione',
  'confirmação de recebimento',
  'ontvangstbevestiging',
  'potwierdzenie otrzymania',
  'mottagningsbekräftelse',
  'kvittering for',
  'vahvistus',
  'potvrzení o přijetí',
  '受付完了',
  'お問い合わせ(?:ありがとう|を受け付け|受付|いただき)',
  'votre (?:demande|message) (?:a bien été|est bien)',
  'abbiamo ricevuto',
  'recebemos (?:a )?su[ao]',
  'vi har (?:mottagit|modtaget|mottatt)',
  'ваше обращение',
  '您的(?:邮件|咨询|请求)已',
];

/** In the text. */
export const acknowledgedTexts = [
  '(?:ticket|case|request|reference|vorgang|anfrage|incident)(?:\\s*(?:number|id|no\\.?|nr\\.?|nummer))?\\s*(?:is|:|#|\\[|lautet)+\\s*[#\\w-]{2,}',
  "(?:we|i)(?:'ve| have)? (?:received|got) your (?:request|message|e-?mail|inquiry|enquiry|question)",
  'your (?:request|message|e-?mail|inquiry|enquiry)(?: \\S{1,20})? has been received',
  'has been (?:received|logged|registered)',
  'creation of an? (?:\\S{1,20} )?ticket|ticket has been (?:assigned|created|opened)|assigned an id of',
  'ticket (?:mit der nummer )?(?:\\S{1,20} )?(?:angelegt|erstellt|eröffnet)|bestätigen (?:\\S{1,10} )?den eingang',
  '(?:thank you|thanks) for (?:contacting|reaching out|your (?:message|e-?mail|inquiry|request|interest))',
  'haben ihre (?:anfrage|nachricht|e-?mail) erhalten',
  'avons bien reçu votre',
  'hemos recibido su',
  'abbiamo ricevuto la',
  'recebemos (?:a )?sua',
  'hebben uw (?:bericht|vraag|e-?mail) ontvangen',
  'otrzymaliśmy',
  '受け付け(?:ました|いたしました)|受付番号|お問い合わせいただき',
  'awaits? (?:moderator )?approval',
  '(?:being|is) held (?:until|for)',
  'no longer (?:works?|employed|with|monitored|in use)',
  '(?:has|have) left (?:the )?company',
  '(?:will|shall) (?:get back to|be in touch with|respond to|contact) you (?:with|as soon as|shortly|within|in due course)',
  '(?:respond|reply|answer)[^.\\n]{0,40} within \\S{1,12} (?:\\S{1,10} )?(?:hours|days)',
];

/** In a subject, beside one of the texts below. */
export const challengeSubjects = [
  'requires? (?:verification|authentication)',
  '(?:verification|authentication) (?:required|needed|request)',
  '\\[mailinblack\\]',
  'authentification (?:requise|nécessaire)',
  'confirmação de (?:e-?mail|envio|mensagem)',
  'confirmación (?:requerida|de (?:correo|envío|mensaje))',
  'verifica (?:richiesta|mittente)',
  'bestätigung (?:erforderlich|notwendig|ihrer e-?mail)',
];

/** A confirmation speaks of "we" and "you". Who writes "I" or "my" is a person. */
export const personalWords = [
  "(?:i|i'm|i'll|i'd|i've|my|me|let's)",
  '(?:ich|mir|mich|meine?[mnrs]?)',
  "(?:je|moi|mon|mes)(?![\\p{L}])|j'",
  '(?:yo|mis?|conmigo|soy|estoy)',
  '(?:io|mio|mia|sono)',
  '(?:eu|meu|minha|estou)',
  '(?:ik|mijn)',
  '(?:jag|min|jeg|mig|meg)',
  '(?:я|мне|меня|мой)',
];

/** What only such a program asks of a sender. */
export const proofTexts = [
  'human being|not a robot|robô|un robot',
  'protect(?:ing|s)? (?:myself|ourselves|itself|my inbox|our inboxes) (?:from|against) (?:receiving )?(?:junk|spam|unwanted)|verification process',
  '(?:allowed|approved|trusted) senders?\\b',
  'als absender (?:bestätigt|verifiziert|freigeschaltet|zugelassen)',
  'vous authentifier|(?:anti-?spam|spam ?arrest|boxbe|boxtrapper|mailinblack)',
];

/** A program that holds the message until the sender proves to be a person, or confirms an address. */
export const challengeTexts = [
  'verify (?:that )?you(?:r e-?mail| are (?:a )?(?:human|person)|rself)',
  '(?:confirm|verify|approve|release|deliver) (?:your|this|the) (?:e-?mail|message|address|identity|request)[^\\n]{0,80}(?:click|link|reply|button|visit)',
  '(?:click|reply|visit)[^\\n]{0,80}(?:confirm|verif|approve|release|deliver)',
  'one-time (?:confirmation|verification)',
  'spam ?arrest|boxbe|challenge[/-]response',
  'approved senders? list',
  'subscription confirmation',
  '(?:real |live ){0,2}human being',
  '(?:allowed|approved|trusted) senders?\\b',
  'cliqu(?:er|ez)[^\\n]{0,80}(?:authentifi|confirm|valid)',
  '(?:clique|clicando|haga clic|pulse)[^\\n]{0,80}(?:link|enlace|confirm)',
  'não é um robô|no (?:es|soy) un robot|not a robot',
  '(?:klicken|bestätigen) sie[^\\n]{0,80}(?:link|bestätig|absender)',
  '(?:clicca|cliccare|clicchi)[^\\n]{0,80}(?:link|conferm)',
];

/** Headers of programs that answer. */
export const replyHeaders = [
  'x-autoreply',
  'x-auto-reply',
  'x-autoreply-from',
  'x-autorespond',
  'x-autoresponder',
  'x-autoresponse',
  'x-mail-autoreply',
  'x-vacation',
];

/** Headers of programs that write by themselves: ticket systems, mailing lists. */
export const programHeaders = [
  'x-autogenerated',
  'x-fc-machinegenerated',
  'x-jira-fingerprint',
  'x-list-administrivia',
  'x-otrs-loop',
  'x-servicenow-generated',
];

/** Local parts of addresses that only programs write from. */
export const automaticSenders = [
  '(?:[\\w.+-]{1,40}[-_.+])?(?:no|do[-_.]?not)[-_.]?reply[\\w.+-]*',
  '(?:nepasrepondre|ne-pas-repondre|nicht-?antworten|noresponder|no-responder)',
  'notif(?:y|ications?)',
  'auto[-_.]?(?:confirm|mailer|reply|responder|response)',
];

/** Of the software of a mailing list. People may have such an address, so a header of a list must be there too. */
export const listSenders = [
  'majordomo',
  'listserv',
  'sympa',
  'mailman',
  'listmaster',
  'owner-\\S+',
  '\\S+-(?:request|bounces|confirm|owner)',
];
