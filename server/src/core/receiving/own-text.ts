import EmailReplyParser from 'email-reply-parser';
import { messageLimits } from './message.ts';

/** The first line of a block that Outlook puts above the answered message. */
const blockStarts = [
  // From, Von, De, Da, Van, Od, Från, Fra, Lähettäjä, Kimden, and Japanese
  /^\s*\*?(?:From|Von|De|Da|Van|Od|Från|Fra|Lähettäjä|Kimden|Gönderen|差出人|送信者)\*?\s*[:：]\s*\S/,
];
/** One of these follows within three lines: Sent, Gesendet, Envoyé … */
const blockFollows =
  /^\s*\*?(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado(?: el| em)?|Fecha|Inviato|Data|Verzonden|Wysłano|Wysłane|Skickat|Sendt|Dato|Lähetetty|Päivämäärä|Odesláno|Datum|Gönderildi|Gönderilme|Tarih|送信日時|日付|日時)\*?\s*[:：]\s*\S/;
const separatorLine =
  /^\s*(?:-{2,}|_{5,})\s*(?:Original Message|Ursprüngliche Nachricht|Message d'origine|Mensaje original|Messaggio originale|Mensagem original|Oorspronkelijk bericht|Oryginalna wiadomość|Wiadomość oryginalna|Ursprungligt meddelande|Oprindelig meddelelse|Opprinnelig melding|Alkuperäinen viesti|Původní zpráva|Orijinal Mesaj|元のメッセージ|Original-Nachricht|Forwarded message|Weitergeleitete Nachricht)\s*-{0,}\s*$/i;
/** Lines above a quote that the parser of quotes does not know. */
const quoteHeaders = [
  // Any line that has an address in angle brackets and ends with a colon, in any language
  /^.{0,120}<[^<>@\s]{1,64}@[^<>\s]{1,120}>.{0,80}[:：]\s*$/,
  /^.{6,200}(?:napsal(?:\(a\)|a)?|yazdı|şunları yazdı|kirjoitti|skrev følgende|napisał\(a\)|escreveu|scrisse|a écrit)\s*[:：]\s*$/i,
  /^\d{4}年\d{1,2}月\d{1,2}日.{0,150}(?:[:：]|<[^<>]{3,100}>[:：]?)\s*$/,
  /^.{0,150}(?:さんは書きました|のメール|さんのメッセージ)[:：]\s*$/,
];
/** Lines that a phone or a mail program adds. */
const deviceLines =
  /^\s*(?:Sent from|Get Outlook for|Von meinem .{1,40} gesendet|Gesendet (?:von|mit)|Envoyé (?:de|depuis|à partir)|Enviado (?:desde|do|de)|Inviato da|Verzonden (?:vanaf|met|van)|Verstuurd vanaf|Wysłane? z|Skickat från|Sendt fra|Lähetetty|Odesláno z|.{1,40}(?:'|’)?(?:dan|den|tan|ten|ımdan|imden) gönderildi|.{0,40}から送信)/i;

/** The parser searches the rest of the text from each of these lines, so a text with many is cut off. */
const slowLines =
  /^\s*(?:Op|W\sdniu|Dnia|在|\p{L}{2,4}\.?)\s|skrev|schreef|pisze|napisał|写道|wrote|schrieb|écrit/u;
const maxSlowLines = 100;
const maxLines = 1_000;

const parser = new EmailReplyParser();

/** What the sender wrote, without quotes, signatures and lines that a phone adds. */
export function ownWordsOf(text: string): string {
  const lines = text
    .slice(0, messageLimits.ownWordsInput)
    .replaceAll(/\n{4,}/g, '\n\n\n')
    .split('\n', maxLines)
    .map((line) => line.slice(0, messageLimits.lineLength));
  const own = withoutSlowLines(withoutBlocks(lines)).join('\n');
  return parser.parseReply(own).trim();
}

function withoutSlowLines(lines: string[]): string[] {
  let count = 0;
  const end = lines.findIndex((line) => slowLines.test(line) && ++count > maxSlowLines);
  return end < 0 ? lines : lines.slice(0, end);
}

/** Up to the first block, separator or line of a phone. */
function withoutBlocks(lines: string[]): string[] {
  const end = lines.findIndex((line, index) => {
    if (line.length > 300) return false;
    if (separatorLine.test(line) || deviceLines.test(line)) return true;
    if (quoteHeaders.some((pattern) => pattern.test(line))) return true;
    return (
      blockStarts.some((pattern) => pattern.test(line)) &&
      lines.slice(index + 1, index + 4).some((next) => blockFollows.test(next.slice(0, 200)))
    );
  });
  return end < 0 ? lines : lines.slice(0, end);
}
