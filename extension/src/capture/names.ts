import { foldText } from '@outcrop/contract/identity';

/** Particles that are written in lower case inside of names. */
const particles = new Set(
  'al am auf av af bin bint da das de degli dei del della den der des di do dos du e el ibn la las le lo los of och san st ten ter und van vom von y zu zum zur'.split(
    ' ',
  ),
);
// With the hyphens of other scripts, and the mark that joins letters of Persian names.
const letters = /^[\p{L}\p{M}.'’ʼ`\-\u05be\u2010\u2011\u200c·]+$/u;
// Georgian letters count as small ones, but it has no capitals in names.
const startsLikeName = /^['’ʼ]?[\p{Lu}\p{Lt}\p{Lo}\p{sc=Georgian}]/u;
const hasCase = /[\p{Lu}\p{Ll}]/u;

/** Texts of contact links in scripts without capitals. There, such words look like names. */
const contactWords =
  /联系|聯絡|联络|连络|連絡|邮件|郵件|邮箱|電子|电子|关于|關於|客服|咨询|諮詢|問い合わせ|お問|会社|概要|案内|採用|문의|연락|이메일|메일|회사|소개|고객|اتصل|تواصل|راسل|البريد|من نحن|צור קשר|יצירת קשר|אודות|תמיכה|تماس|ایمیل|ติดต่อ|อีเมล|संपर्क|ईमेल/u;

/** Whether text looks like the name of a person: it says nothing about whose name it is. */
export function looksLikeName(text: string): boolean {
  const name = text.trim();
  if (name.length < 2 || name.length > 80) return false;
  const words = name.replaceAll(',', ' ').split(/\s+/).filter(Boolean);
  if (words.length > 7 || !words.every((word) => letters.test(word))) return false;
  // Names in Han and Hangul are written without spaces; a single word in other scripts is just a word.
  if (!hasCase.test(name))
    return (
      !contactWords.test(name) &&
      (words.length > 1 || /^(?:\p{sc=Han}{2,4}|\p{sc=Hangul}{2,4})$/u.test(name))
    );
  if (words.length < 2) return false;
  return words.every((word) => startsLikeName.test(word) || particles.has(word.toLowerCase()));
}

/** Names that stand for no one in particular. */
const placeholders = new Set([
  'admin',
  'administrator',
  'anonymous',
  'author',
  'editor',
  'editorial team',
  'guest',
  'staff',
  'user',
  'webmaster',
]);

/** Whether a value that a page declares to be a name can be one. */
export function canBeName(text: string): boolean {
  const folded = foldText(text);
  return (
    text.length <= 300 &&
    /\p{L}/u.test(text) &&
    !/[@<>{}]|https?:|www\./i.test(text) &&
    !/linkedin|领英/.test(folded) &&
    (text.match(pictographs)?.length ?? 0) <= 2 &&
    !placeholders.has(folded)
  );
}
const pictographs = /\p{Extended_Pictographic}/gu;

/** What follows a comma and is not a given name. */
const suffixes =
  /^(?:[jms]r|esq|ph\.?d|m\.?d|d\.?d\.?s|mba|msc|bsc|cpa|cfa|rn|inc|ltd|llc|llp|gmbh|ag|co|[ivx]+)\.?$/i;

/** Puts the given name first: `Kowalczyk, Zofia` is Zofia Kowalczyk. */
export function inReadingOrder(text: string): string {
  const [family = '', given = '', ...more] = text.split(/\s*,\s*/);
  const isOneName =
    family.split(' ').filter((word) => !particles.has(word.toLowerCase())).length === 1;
  const isGiven = looksLikeName(`${given} ${family}`) && !given.split(' ').some(isSuffix);
  return more.length === 0 && given && isOneName && isGiven ? `${given} ${family}` : text;
}
const isSuffix = (word: string): boolean => suffixes.test(word) || /\p{Lu}{2}/u.test(word);

/** Whether a name is in Latin script: romanized spellings of others cannot be compared. */
export const canCompare = (name: string): boolean => /[a-z]/.test(foldText(name));

/** Whether an address could belong to a person with this name. */
export function nameFits(name: string, address: string): boolean {
  if (!canCompare(name)) return true;
  const local = bare(address.split('@', 1)[0]!);
  return spellingsOf(name).some((words) => {
    if (words.some((word) => word.length >= 3 && local.includes(word))) return true;
    const initials = words.map((word) => word[0]).join('');
    return initials.length >= 2 && local === initials;
  });
}

/**
 * Whether a profile could belong to a person with this name: two of its words, or one word and the
 * initial of another. A first name alone is shared by too many.
 */
export function nameFitsProfile(name: string, profile: string): boolean {
  const whole = bare(profile);
  const parts = foldText(profile)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return spellingsOf(name).some((words) => {
    const found = words.filter((word) => word.length >= 2 && whole.includes(word));
    if (found.length >= 2) return true;
    const [word] = found;
    if (!word || word.length < 3) return false;
    if (whole === word) return true;
    const rests = parts.map((part) => part.replace(word, ''));
    return words.some((other) => other !== word && rests.includes(other[0]!));
  });
}

const bare = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, '');

/** The words of a name without accents, and as they are written where there are none. */
function spellingsOf(name: string): string[][] {
  const written = name
    .toLowerCase()
    .replace(/[äöüßåøæœðþđ]/g, (letter) => withoutAccents[letter] ?? letter);
  return [name, written].map((each) =>
    foldText(each)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
  );
}
const withoutAccents: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  å: 'aa',
  ø: 'oe',
  æ: 'ae',
  œ: 'oe',
  ð: 'd',
  þ: 'th',
  đ: 'dj',
};

/** Chinese and Korean family names that most names begin with. */
const familyNames =
  /^(?:欧阳|歐陽|司马|司馬|上官|诸葛|諸葛|[王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林高罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖萧蕭田董袁潘于蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鍾谭譚陆陸汪范金石廖贾賈夏韦韋付方白邹鄒孟熊秦邱江尹薛闫段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴覃武戴莫孔向汤湯])\p{sc=Han}{1,2}$|^(?:남궁|황보|[김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구나민진지엄채원천방공현함변염여추도소석선설마길연위표명기반라왕금옥육인맹제모탁국은편용])\p{sc=Hangul}{1,3}$/u;

export const startsWithFamilyName = (text: string): boolean => familyNames.test(text);
