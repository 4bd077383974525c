import { addressesIn } from './delivery-status-rules.ts';
import { codeOf, isPermanentFailure } from './failure-rules.ts';
import type { Decision, DeliveryStatus, ParsedMessage } from './message.ts';

const mailerNames =
  /^(?:mailer[-_. ]?daemon|mail[-_. ]?daemon|post[-_. ]?master|mail[-_]?delivery[\w-]*|mdaemon|mail[-_]?system|bounces?|bounce[-_+][\w+=.-]*|ndr|dsn|mailerdaemon|mailadmin|nondelivery|no[-_]?delivery|sysadmin|microsoftexchange\w+|listserv|mail-?router|autobounce|returned?-?mail|mailgun|double-bounce)$/i;
const mailerTitles =
  /mail(?:er)?[- ]?(?:deliver[yi]?\w*|daemon|administrator|router)|delivery (?:sub)?system|system administrator|microsoft exchange|network mailer|internet mail|postmaster|mail system|interscan/i;

const replyPrefix =
  /^\s*(?:re|aw|antw|antwort|rv|res|r|sv|vs|odp|ynt|fwd?|wg|tr|enc|i|fs|vl|pd|vb|doorst|ilt|転送|返信)\s*(?:\[\d+\])?\s*[:：]/i;

const bounceSubject =
  /^\s*(?:\W{0,3}(?:spam|external|extern)\W{1,3}\s*)?(?:(?:\S{1,30} )?undeliver(?:able|ed)|un-?deliverable|undelivered mail|returned mail|returned to sender|return(?:ed)? message|delivery (?:status )?(?:notification|failure|has failed|failed|error|report|problem|incomplete)|delivery to the following|failure notice|failure delivery|failed (?:mail|delivery|message)|failed to deliver|mail (?:delivery (?:failed|failure|error|system|subsystem|problem|status)|system error|could not be|not delivered|error|returned|failure)|message (?:delivery (?:failure|status|problem)|you sent (?:blocked|could)|could not be|undeliverable|not delivered|status - undeliverable|delivery)|non[- ]?deliver(?:y|able)|nondeliverable|your (?:message|e?-?mail) (?:could|was not|wasn't|couldn't|has not|to)|unzustellbar|nicht zustellbar|unzustellbare|zustellung(?:sfehler| fehlgeschlagen)|fehler (?:bei|beim)|rückläufer|échec de (?:la )?(?:remise|distribution)|non remis|notification d[e']\S* (?:état|échec)|message non (?:remis|distribué)|no se (?:puede|pudo) entregar|no entregado|error (?:de|en la) entrega|mensaje no entregado|notificación de (?:estado|error)|non recapitabile|mancato recapito|messaggio non|impossibile recapitare|não foi possível entregar|falha na entrega|não entregue|onbestelbaar|niet bezorgd|niet te bezorgen|nie można dostarczyć|niedostarcz\S+|nie dostarczono|går inte att leverera|kan ikke leveres|uleverbar|olevererbart|ikke levert|ei voitu toimittaa|toimittaminen epäonnistui|nedoručiteln\S+|nelze doručit|teslim edilemedi|iletilemedi|配信不能|配信できません|配信エラー|配信に失敗|送信エラー|メッセージを配信できません|メール配送|宛先不明|недоставлен\S+|не доставлено|unknown user|user unknown|permanent (?:delivery )?failure|transport (?:error|failure)|dsn:|ndn:|ndr:|attention: (?:your )?(?:message|mail))/iu;
const delaySubject =
  /^\s*(?:delivery (?:status )?notification \(delay|delivery (?:delayed|delay)|delayed (?:mail|message)|(?:message|mail) (?:delivery )?(?:delayed|delay)|warning: (?:message|could not|mail|e-?mail|cannot)|zustellung verzögert|verzögert|mail delivery (?:delayed|warning)|delivery warning|temporary (?:delivery )?(?:failure|problem)|transient|remise retardée|retraso en la entrega|consegna ritardata|配信遅延|your message has been delayed)/iu;
const delayText =
  /has not (?:yet )?been (?:delivered yet|collected)|not yet been delivered|this is a warning message only|you do not need to resend|will (?:be retried|continue to (?:try|be)|keep trying|try again|retry for)|delivery attempts? will continue|still (?:be )?(?:trying|being attempted)|no action is required on your part|attempts to deliver the message will continue|message (?:is|was|has been) delayed|your mail (?:is|was|has been) delayed|server(?:s)? will (?:retry|continue)/i;
const finalText =
  /permanent|giving up|given up|gave up|has (?:permanently )?failed|will not (?:be retried|retry|try)|no longer try|could not be delivered to (?:one|the following)|returned to (?:you|sender)|failed permanently/i;

/** How notices of common servers begin. */
const introduction =
  /this (?:message|e-?mail|mail|report) (?:was|is|has been) (?:created|generated|sent|an) ?(?:automatic|by|auto)|this is (?:the|an? (?:automatically|automatic)) (?:mail|qmail|postfix|email system|generated delivery|bounce|delivery|message from|courier|notification)|i'm sorry to have to inform|i wasn't able to deliver|(?:your|the following|a|the|this|original|e-?mail|mail)(?: e-?mail| mail)? ?(?:message)?s?(?: that you sent| you sent)?(?: to [^\n]{1,120}| \S{1,60})? (?:could ?n[o']t|can ?not|wasn't|was not|has not been|were not|couldn't|can't|did not|is) (?:be |reach |been )?(?:deliver|sent|reach|some|undeliver|rout|successful)|delivery (?:has )?(?:to (?:the|this|these|one)|failed|of (?:the|your))|could not be delivered|undeliver(?:able|ed)|unable to (?:deliver|send)|failed to (?:deliver|send)|delivery (?:error|failure|failed|report|status)|permanent fatal errors|transcript of (?:the )?(?:session|attempts)|the following (?:address|recipient|user|mail|e-?mail|message)|following (?:address|recipient)\S* (?:had|failed|could|was)|each of the following recipients|returned (?:mail|message|because)|message (?:rejected|refused|undeliverable|blocked|not delivered|delivery)|mail system error|did not reach|failure reasons?|delivered to the following|the mail system|(?:could not|unable to|can't) (?:find|locate) (?:the )?(?:recipient|user)|was rejected by|rejected your message|reporting-mta|final-recipient|diagnostic|user unknown|unknown user|no such user|host unknown|mailbox|konnte nicht|nicht zugestellt|unzustellbar|n'a pas pu être|n'ont pas pu|échec|no se pudo|no pudo|no se ha podido|impossibile|non è stato possibile|non è possibile|não foi possível|não pôde|kon niet worden|nie (?:mógł|można|została?)|kunde inte|kunne ikke|ei voitu|nelze|nebylo možné|edilemedi|できませんでした|できません|失敗しました|エラー|не (?:может|удалось|было)/iu;

const smtpReply =
  /(?:^|[\s>:(#"'])(?:[45]\d\d[ -](?:#?[45]\.\d{1,2}\.\d{1,3}\b|\S)|#?[45]\.\d{1,2}\.\d{1,3}\b)|said: ?[45]\d\d|<<< ?[45]\d\d|status[: ]+[45]\.\d/im;

const mainStart =
  /^(?:> ?)?(?:Received: |Return-Path: ?<|Message-ID: ?<|MIME-Version: |DKIM-Signature: |Delivered-To: )|^[ \t]*[-=_*]{2,}[ \t]*(?:below this line|original message|returned message|this is a copy|the (?:header|body|text) of|message header|unsent message|the unsent|copy of|start of|included is|undelivered message|message follows|begin)|^original message (?:headers|follows|header)|^the original message (?:follows|headers)|^----- message (?:header|body)/im;

export interface NoticeSigns {
  isFromMailer: boolean;
  hasEmptyReturnPath: boolean;
  hasBounceSubject: boolean;
  hasDelaySubject: boolean;
}

export function noticeSigns({ from, headers, subject }: ParsedMessage): NoticeSigns {
  const local = from?.address.split('@')[0] ?? '';
  const hasPrefix = replyPrefix.test(subject);
  return {
    isFromMailer:
      mailerNames.test(local) ||
      mailerTitles.test(from?.name ?? '') ||
      isMailerReturnPath(headers['return-path']),
    hasEmptyReturnPath: /^<\s*>$/.test(headers['return-path'] ?? ''),
    hasBounceSubject: !hasPrefix && bounceSubject.test(subject),
    hasDelaySubject: !hasPrefix && delaySubject.test(subject),
  };
}

const isMailerReturnPath = (value = '') => mailerNames.test(/^<?([^<>@]+)@/.exec(value)?.[1] ?? '');

/** The text of a notice, without the message that it returns. */
function noticeOf(text: string): string {
  const bounded = text.slice(0, 32_768);
  const start = mainStart.exec(bounded);
  const notice = start ? bounded.slice(0, start.index) : bounded;
  return (notice.trim().length >= 20 ? notice : bounded).slice(0, 16_384);
}

/** Whether the message is a notice of delivery without a part that says so. */
export function isPlainNotice(message: ParsedMessage, signs: NoticeSigns): boolean {
  const notice = noticeOf(message.text);
  if (message.headers['x-failed-recipients'] !== undefined) return true;
  const start = notice.slice(0, 4_000);
  const hasShape = introduction.test(start) || smtpReply.test(start);
  const hasSubject = signs.hasBounceSubject || signs.hasDelaySubject;
  if (message.isHeaderOnly) return signs.isFromMailer && hasSubject;
  if (signs.isFromMailer && (hasSubject || hasShape)) return true;
  if (signs.hasEmptyReturnPath)
    return hasSubject || (smtpReply.test(start) && introduction.test(start));
  // A person may forward a notice: then their own words come first.
  return (
    hasSubject &&
    introduction.test(start.slice(0, 300)) &&
    (smtpReply.test(start) || isAutomatic(message))
  );
}

const isAutomatic = ({ headers }: ParsedMessage) =>
  /^auto-/i.test(headers['auto-submitted'] ?? '') ||
  /multipart\/report/i.test(headers['content-type'] ?? '');

/** A notice whose recipients are in its text. */
export function plainStatuses(
  message: ParsedMessage,
  signs: NoticeSigns,
  ours: ReadonlySet<string>,
): DeliveryStatus[] {
  const notice = noticeOf(message.text);
  const isDelay =
    signs.hasDelaySubject ||
    (delayText.test(notice) && !finalText.test(notice) && !signs.hasBounceSubject);
  const recipients = recipientsIn(message, notice, ours);
  return recipients.map((recipient) => {
    const text = segmentOf(notice, recipient, recipients);
    return {
      recipient,
      action: isDelay ? 'delayed' : 'failed',
      status: codeOf(null, text),
      diagnostic: text,
    };
  });
}

/** Those that the notice names; those of the returned message if it names none. */
function recipientsIn(message: ParsedMessage, notice: string, ours: ReadonlySet<string>): string[] {
  const failed = addressesIn(message.headers['x-failed-recipients'] ?? '');
  if (failed.length > 0) return failed.slice(0, 50);
  const excluded = new Set([
    ...ours,
    ...message.to.map(({ address }) => address),
    message.from?.address ?? '',
  ]);
  const isOther = (address: string) =>
    !excluded.has(address) && !mailerNames.test(address.split('@')[0]!);
  const named = addressesIn(notice).filter(isOther);
  const originals = (message.originalRecipients ?? []).filter(isOther);
  const commanded = addressesIn(
    [...notice.matchAll(/RCPT TO: ?<?([^\s<>]{3,200})/gi)].map(([, to]) => to).join(' '),
  ).filter(isOther);
  const leading = [
    ...notice.matchAll(
      /^[ \t]*(?:(?:recipient|to|addressed to|rcpt to|final-recipient|recipient address|failed recipient|address)[^:\n]{0,20}:[ \t]*)?(?:rfc822;)?[<"'(]?([^\s<>"',;]{1,64}@[^\s<>"',;]{3,200})/gim,
    ),
  ]
    .flatMap(([, to]) => addressesIn(to!))
    .filter(isOther);
  const both = named.filter((address) => originals.includes(address));
  const found = [both, [...new Set(commanded)], [...new Set(leading)], named, originals].find(
    (each) => each.length > 0,
  );
  return (found ?? []).slice(0, 50);
}

/** The lines about one of several recipients. */
function segmentOf(notice: string, recipient: string, all: string[]): string {
  if (all.length < 2) return notice;
  const lower = notice.toLowerCase();
  const start = lower.lastIndexOf(recipient);
  if (start < 0) return notice;
  const ends = all
    .map((other) => lower.indexOf(other, start + recipient.length))
    .filter((at) => at > start);
  return notice.slice(start, Math.min(...ends, notice.length));
}

/** Decides about a notice: delayed, delivered, or a bounce that is permanent or not. */
export function decideNotice(
  message: ParsedMessage,
  statuses: DeliveryStatus[],
  ours: ReadonlySet<string>,
): Decision {
  const originalMessageId =
    message.originalMessageId ?? message.inReplyTo ?? message.references.at(-1) ?? null;
  const failed = statuses.filter(({ action }) => action === 'failed');
  const delayed = statuses.filter(({ action }) => action === 'delayed');
  const base = { permanent: false, originalMessageId, returnDate: null };
  if (failed.length === 0 && statuses.length > 0) {
    const kind = delayed.length > 0 ? ('delayed' as const) : ('automatic' as const);
    const about = delayed.length > 0 ? delayed : statuses;
    return {
      ...base,
      kind,
      recipients: namesOf(about, message, ours),
      evidence: about.slice(0, 5).map(evidenceOf),
    };
  }
  const notice = noticeOf(message.text);
  const permanent = failed.filter((status) => isPermanent(status, failed, notice));
  const about = permanent.length > 0 ? permanent : failed;
  return {
    ...base,
    kind: 'bounce',
    permanent:
      permanent.length > 0 ||
      (statuses.length === 0 && isPermanentFailure({ status: null, text: notice })),
    recipients: namesOf(about, message, ours),
    evidence: about.slice(0, 5).map(evidenceOf),
  };
}

/** By the answer of the server; without one, by what the notice says about the recipient. */
function isPermanent(status: DeliveryStatus, all: DeliveryStatus[], notice: string): boolean {
  const diagnostic = status.diagnostic ?? '';
  const segment = segmentOf(
    notice,
    status.recipient,
    all.map(({ recipient }) => recipient),
  );
  const isVague = status.status === null || /^5\.\d\.0$|^5\.0\./.test(status.status);
  if (diagnostic.length >= 4 && /[a-z]{4}|[^\p{ASCII}]|[45]\.\d+\.\d+/iu.test(diagnostic)) {
    if (isPermanentFailure({ status: status.status, text: diagnostic })) return true;
    const saysNothing = diagnostic.replaceAll(/[^\p{L}]/gu, '').length < 12;
    return saysNothing && isVague && isPermanentFailure({ status: status.status, text: segment });
  }
  if (status.status !== null && !isVague)
    return isPermanentFailure({ status: status.status, text: '' });
  return isPermanentFailure({ status: status.status, text: segment });
}

function namesOf(
  statuses: DeliveryStatus[],
  message: ParsedMessage,
  ours: ReadonlySet<string>,
): string[] {
  const named = statuses.flatMap(({ recipient, originalRecipient }) => [
    originalRecipient ?? '',
    recipient,
  ]);
  const found = [...new Set(named)].filter((address) => address !== '' && !ours.has(address));
  return found.length > 0
    ? found
    : (message.originalRecipients ?? []).filter((address) => !ours.has(address));
}

function evidenceOf({ recipient, action, status, diagnostic }: DeliveryStatus): string {
  const code = codeOf(status, diagnostic ?? '');
  const whom = recipient === '' ? 'an unnamed recipient' : recipient;
  return code === null ? `Delivery ${action} for ${whom}` : `Status ${code} for ${whom}`;
}
