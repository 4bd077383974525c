/** Codes of RFC 3463 that say that the address will never work. */
const addressCodes = /^5\.(?:1\.(?:0|1|2|3|6|10)|2\.1|4\.4)$/;

/** The address does not exist, or no longer. */
const unknownAddress = new RegExp(
  [
    // The mailbox
    String.raw`\b(?:user|recipient|mailbox|account|address|addressee|alias|local part|localpart|name|customer|member|person|destination)s?(?: (?:address|name|account|mailbox|id))?(?: \S{3,80}@\S{1,80}| <?\S{1,80}>?)?[\s,:;."'()]{0,4}(?:is |was |has |are |does |do |did |has been |seems |appears )?(?:\w{2,10} )?(?:unknown|unrecogni[sz]ed|not (?:found|known|exist(?:s|ing)?|recogni[sz]ed|listed|valid|a valid|be found|here|local|registered|defined|have an? account)|n[o']t exist|doesn't exist|nonexist\w*|non-exist\w*|invalid|no longer (?:valid|exists?|active|available|in use|on server|with)|disabled|deactivated|discontinued|closed|deleted|terminated|expired and|cancell?ed|inactive|removed)`,
    String.raw`\b(?:unknown|no such|invalid|nonexistent|non-existent|unrecogni[sz]ed|undefined|bad|illegal|wrong|incorrect|not a (?:valid|known|local)|no valid|not an? (?:active|existing)|unrouteable|unroutable|inactive|disabled)[ -](?:(?:or \w{2,12}|local|e-?mail|virtual|destination|mail|recipient|to|final|delivery) ){0,2}(?:user|recipient|mailbox|account|address|addressee|alias|local ?part|person|mail ?drop|customer|subscriber|member|name|username|destination)`,
    String.raw`\bno (?:mailbox|account|user|recipient|one|such \w{2,12}|valid recipients?)(?: (?:here|by|with|found|at|of|in)\b)`,
    String.raw`\b(?:doesn't|does not|don't|do not|didn't) have an? (?:\S{1,60} )?(?:account|mailbox)`,
    String.raw`\b(?:couldn't|could not|cannot|can't|unable to|can not) (?:be )?(?:find|found|locate|resolve)(?: the| this| any)? (?:recipient|user|mailbox|address|account|entry)`,
    String.raw`(?:address|recipient|mailbox|account)(?: \S{1,120})? (?:couldn't|could not|cannot|wasn't|was not|isn't) (?:be )?found`,
    String.raw`\baddress not found\b|\bnot our customer\b|\bno mailbox\b|\bnot (?:found )?in (?:the )?(?:directory|address book|domino directory|name and address book)|not listed in (?:domino |public |the )`,
    String.raw`\bRecipNotFound\b|\bRecipientNotFound\b|\bNoSuchUser\b|\bADR\.InvalidRecip|\bBadRecip\w*|\bInvalidRecipient\b|\bResolver\.ADR\.(?:ExRecip)?NotFound`,
    `(?:that|this) (?:user|person|employee|account|mailbox) (?:has moved|is no longer|no longer works|has been (?:disabled|deleted|closed|deactivated|discontinued|terminated))`,
    String.raw`\baccount (?:that you tried to reach )?(?:does not exist|is disabled|has been (?:disabled|suspended permanently|closed|deleted|deactivated|discontinued))`,
    String.raw`requested action not taken: mailbox unavailable|\b550 mailbox unavailable|\bmailbox (?:does not|doesn't) exist|delivery error: dd this user`,
    `e-?mail address (?:you entered|that you entered|that was entered|was)? ?(?:couldn't be found|wasn't found|was not found)`,
    String.raw`\brecipient address rejected: (?:undeliverable address|unknown|no such|user|invalid|mailbox)|unknown in (?:virtual|local|relay)|no such (?:person|mail ?drop|address)|not a known user|invalid final delivery userid|user not local|unknown local[- ]part|deliver to unknown|permission denied: no such`,
    // The domain
    String.raw`\b(?:host|domain)(?: name)?(?: \S{1,120})?[\s,:;"'()]{0,4}(?:is |was |does )?(?:unknown|not found|not exist|nonexistent|invalid|has no (?:valid )?mail exchanger)(?!,? try again)(?!,? temporar)`,
    String.raw`\b(?:unknown|no such|nonexistent|invalid|illegal|unresolvable|unroutable|unrouteable|bad destination)[ -](?:mail |remote |recipient )?(?:host|domain)(?!\S{0,80} try again)`,
    `couldn't find any host|no route to host(?: name)?: unknown|nxdomain|illegal host/domain|name or service not known|no mx (?:record|host)s?|null ?mx|hostname nor servname|dns hard error|domain (?:couldn't|could not) be found|cannot find (?:your|the) (?:recipient's )?domain|recipient'?s? domain (?:is unknown|not found|does not exist)|all relevant mx records point to non-existent hosts|retry timeout exceeded.{0,20}unknown host`,
    // Other languages
    String.raw`unbekannter? (?:benutzer|empf[aä]nger|nutzer)|(?:benutzer|empf[aä]nger|postfach|adresse|mailbox|konto)\S{0,80} (?:ist |wurde )?(?:unbekannt|nicht gefunden|existiert nicht|nicht (?:vorhanden|bekannt|verf[uü]gbar)|deaktiviert)`,
    String.raw`(?:utilisateur|destinataire|adresse|compte|bo[iî]te)(?: \S{1,60})? (?:inconnue?|introuvable|inexistante?|n'existe pas|d[ée]sactiv[ée]e?|n'a pas [ée]t[ée] trouv[ée]e?)`,
    String.raw`(?:usuario|destinatario|direcci[oó]n|buz[oó]n|cuenta|casilla)(?: \S{1,60})? (?:desconocid[oa]|inexistente|no existe|no encontrad[oa]|no se (?:ha )?encontr\S{1,4}|inv[aá]lid[oa]|deshabilitad[oa])`,
    String.raw`(?:utente|destinatario|casella|indirizzo|account)(?: \S{1,60})? (?:sconosciut[oa]|inesistente|non (?:trovat[oa]|esiste|valid[oa])|disabilitat[oa])`,
    String.raw`(?:usu[aá]rio|destinat[aá]rio|endere[cç]o|conta|caixa)(?: \S{1,60})? (?:desconhecid[oa]|inexistente|n[aã]o (?:existe|encontrad[oa]|foi encontrad[oa])|inv[aá]lid[oa]|desativad[oa])`,
    String.raw`(?:gebruiker|ontvanger|mailbox|adres)(?: \S{1,60})? (?:is )?(?:onbekend|niet gevonden|bestaat niet)|onbekende (?:gebruiker|ontvanger)`,
    String.raw`(?:u[zż]ytkownik|odbiorca|adres|skrzynka|konto)(?: \S{1,60})? (?:nieznany|nie istnieje|nie (?:zosta[lł] )?znalezion\w)`,
    String.raw`(?:anv[aä]ndaren?|mottagaren?|adressen?|bruker(?:en)?|bruger(?:en)?|modtageren?)(?: \S{1,60})? (?:er |[aä]r )?(?:ok[aä]nd|ukendt|ukjent|finns inte|findes ikke|finnes ikke|hittades inte)`,
    `k[aä]ytt[aä]j[aä][aä]? ei (?:l[oö]ydy|ole)|vastaanottajaa ei l[oö]ydy|tuntematon (?:k[aä]ytt[aä]j[aä]|vastaanottaja)|u[zž]ivatel (?:neexistuje|nenalezen)|schr[aá]nka neexistuje|kullan[iı]c[iı] bulunamad[iı]|al[iı]c[iı] bulunamad[iı]|adres bulunamad[iı]`,
    String.raw`(?:あて先|宛先|宛て先|メールアドレス|アドレス|ユーザー?|受信者|メールボックス)[^\n。]{0,40}(?:見つかり?ま?せ?んでした|見つからない|見つかりません|存在しません|存在しない|不明|ありません|間違って|誤り|正しくありません)|ディレクトリのリストにありません|пользовател\S{1,3} не (?:найден|существует)|адрес\S{0,3} не (?:найден|существует)|неизвестный (?:пользователь|получатель)|почтовый ящик[^\n.]{0,30}не (?:найден|существует)`,
  ].join('|'),
  'iu',
);

/** The refusal is about something else than whether the address exists. */
const otherReason = new RegExp(
  [
    String.raw`\bspam|\bjunk\b|unsolicited|\bblock(?:ed|ing|list)?\b|black ?-?list|deny ?list|\brbl\b|dnsbl|spamhaus|barracuda|reputation|\bspf\b|\bdkim\b|\bdmarc\b|sender policy|\bpolicy\b|policies|local policy|prohibited|not accepted (?:because|due)|content (?:rejected|filter|restriction)|virus|malware|infected|phish|suspicious|bulk mail`,
    String.raw`\bsender\b[^\n]{0,40}(?:reject|denied|invalid|unknown|not (?:found|exist|allowed|authori[sz]ed|verified)|does not|blocked|refused|verify|domain|unauthori[sz]ed)|(?:reject|denied|invalid|unknown|verify|bad|unauthori[sz]ed|unverified|unresolvable|allowed|refused)[^\n]{0,12} sender\b|your (?:ip|host|server|domain|address)\b|client host|reverse dns|\bptr\b|\bhelo\b|\bfrom address\b|envelope from`,
    `relay(?:ing)? (?:is )?(?:access )?(?:denied|not (?:allowed|permitted)|prohibited)|unable to relay|not permitted to relay|we do not relay|access denied|not authori[sz]ed|unauthori[sz]ed|authentication (?:required|failed)|permission|restricted|only accepts? (?:mail|messages)`,
    String.raw`\b(?:over|exceed\w*|out of|insufficient)\b[^\n]{0,30}(?:quota|storage|space|disk|limit|size|allocation)|\bover ?-?quota|\bquota\b|(?:mail ?box|mailfolder|inbox|account|folder|box|user)(?: \S{1,60})? (?:is |has )?(?:currently )?(?:full|over)|\bmailbox size|too (?:large|big|many|long|fast|quickly|much)|message size|size (?:limit|exceed)|maximum (?:message )?size|exceeds? (?:the )?(?:maximum|limit|size)|容量|いっぱい|超えて|サイズ`,
    String.raw`time[ds]? ?-?out|greylist|grey-?list|try (?:again )?later|try again|temporar|deferred|delayed|connection (?:refused|reset|lost|dropped|closed)|could not connect|cannot connect|network (?:is )?unreachable|no route to host|not responding|retry (?:time|timeout|limit)|maximum retries|expired(?! and)|undeliverable for|too long|queue (?:time|lifetime)|loop|hops|hop count|resources?\b|system (?:error|failure|problem)|service unavailable|rate limit|\bthrottl|no space left|protocol error|syntax error|command (?:not|un)|line too long|attachment|mime|charset|encoding`,
  ].join('|'),
  'iu',
);

/** Reasons that count even beside "user unknown". Others are often part of a general explanation. */
const strongOtherReason =
  /\bspam\b|black ?-?list|block ?-?list|spamhaus|\bdmarc\b|\bspf\b|\bdkim\b|over ?-?quota|quota exceeded|exceeded[^\n]{0,20}quota|mailbox (?:is )?full|mail ?folder is full|greylist|grey-?list|too large|message size|virus|sender (?:address )?(?:rejected|denied|verify)|reject\w* sender|sender (?:domain|is|not)|try again later|temporar|timed? ?-?out|容量|いっぱい/i;

const enhancedCodes = /(?<![\d.])([245])\.(\d{1,2})\.(\d{1,3})(?![\d.])/g;

export interface Failure {
  /** As the notice has it. */
  status: string | null;
  /** What the server said. */
  text: string;
}

/** Whether the address will never work. */
export function isPermanentFailure({ status, text }: Failure): boolean {
  const bounded = text.slice(0, 4_000).replaceAll(/\s+/g, ' ');
  const code = codeOf(status, bounded);
  if (code?.startsWith('4') || code?.startsWith('2')) return false;
  if (
    code === null &&
    /(?<![\d.:])4[2-5]\d[ -](?!5\.)/.test(bounded) &&
    !/(?<![\d.:])55\d[ -]/.test(bounded)
  )
    return false;
  if (strongOtherReason.test(bounded)) return false;
  const isUnknown = unknownAddress.test(bounded);
  if (code !== null && addressCodes.test(code)) return isUnknown || !otherReason.test(bounded);
  if (code !== null && /^5\.(?:2\.[2-9]|3\.4|7\.[2-9]|7\.\d\d|1\.[78])/.test(code)) return false;
  return isUnknown;
}

/** The code in the answer is more exact than a status that says nothing, "5.0.0". */
export function codeOf(status: string | null, text: string): string | null {
  const inText = [...text.matchAll(enhancedCodes)].map(([code]) => code);
  const exact = [...inText, ...(status === null ? [] : [status])].filter(
    (code) => !/^\d\.0\.0$/.test(code),
  );
  if (status !== null && exact.includes(status) && !inText.some((code) => code !== status))
    return status;
  return exact[0] ?? inText[0] ?? status;
}
