import { languages } from './language-rules.ts';

const startOfWord = String.raw`(?<![\p{L}])`;
const words = (pick: 'awaySubjects' | 'autoSubjects') =>
  languages.flatMap((language) => language[pick]).join('|');

/** Words that may follow in the subject of a notice. "Out of office chairs" is none. */
const following = [
  ...['reply', 'response', 'auto\\S*', 'message', 'notification', 'notice', 'assistant'],
  // until, from, through
  ...['until', 'till', 'from', 'through', 'thru', 'bis', 'vom', 'ab', 'jusqu\\S*', 'du', 'hasta'],
  ...['del', 'desde', 'fino', 'dal', 'até', 'de \\d', 'tot', 'van', 'vanaf', 'do', 'od'],
  ...['t\\.?o\\.?m', 'fra', 'til', 'den', 'saakka', 'asti', '\\d'],
  ...['до', 'по', 'с', 'з', 'iki', 'līdz', 'kuni', 'până', 'μέχρι', 'έως', 'fins'],
];
const mark = String.raw`[:：!.,;|/()\[\]（】」~–—-]|re\s*[:：]`;
const after = String.raw`\s*(?:$|${mark}|(?:${following.join('|')})(?![\p{L}]))`;
const afterAutomatic = String.raw`\s*(?:$|${mark}|(?:to|from|for|von|auf|de|à|a|do|til|till|på|van|op)(?![\p{L}]))`;

const awaySubject = new RegExp(String.raw`^\W{0,3}(?:${words('awaySubjects')})(?=${after})`, 'iu');
const autoSubject = new RegExp(
  String.raw`^\W{0,3}(?:${words('autoSubjects')})(?=${afterAutomatic})`,
  'iu',
);
const japaneseAway =
  /^(?:\[[^\]\n]{1,30}\]|【[^】\n]{1,30}】)?[^\p{L}\p{N}]{0,3}(?:自動(?:応答|返信|配信)(?:メール|メッセージ)?|不在(?:通知|のお知らせ|連絡)?|休暇(?:中|のお知らせ)?|休業|外出中|出張中)(?=$|[^\p{L}\p{N}])/u;
const markedSubject = new RegExp(
  String.raw`^\W{0,3}(?:${words('awaySubjects')}|${words('autoSubjects')})[^:：\n]{0,40}[:：]`,
  'iu',
);
const awayText = new RegExp(
  languages
    .filter(({ awayTexts }) => awayTexts.length > 0)
    .map(
      ({ isUnspaced, awayTexts }) => `${isUnspaced ? '' : startOfWord}(?:${awayTexts.join('|')})`,
    )
    .join('|'),
  'iu',
);

/** What a subject says of an absence or an automatic answer. */
export function absenceSubject(subject: string): { isAway: boolean; isMarked: boolean } | null {
  const isJapanese = japaneseAway.test(subject);
  const isAway = isJapanese || awaySubject.test(subject);
  if (!isAway && !autoSubject.test(subject)) return null;
  return { isAway, isMarked: isJapanese || markedSubject.test(subject) };
}

/** The text of an automatic message is about an absence. */
export const isAbsence = (text: string): boolean => awayText.test(text.slice(0, 8_192));

/** Notes writes no header, but always the same sentences: "Bob is out of the office". */
export const isNotesAbsence = (subject: string, text: string): boolean =>
  /^(?:auto: )?[^\n:]{2,60} is out of the office\b/i.test(subject) &&
  /^\W{0,5}i (?:will be|am) out of the office (?:starting|from|until|till)\b/i.test(
    text.slice(0, 500),
  );
