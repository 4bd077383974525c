import { normalForm } from '@outcrop/contract/identity';

/** Prefixes that mail programs put before the subject of a reply or a forwarded message. */
const prefixes = [
  ...[
    're',
    'aw',
    'antw',
    'antwort',
    'sv',
    'vs',
    'ref',
    'res',
    'rv',
    'odp',
    'ynt',
    'vá',
    'ats',
    'atb',
  ],
  ...[
    'bls',
    'rif',
    'r',
    'απ',
    'σχετ',
    'на',
    'отв',
    'ответ',
    'відп',
    'yn',
    'cevap',
    'réf',
    'réponse',
  ],
  ...['回复', '回覆', '答复', '답장', '회신', '返信', 'תשובה', 'השב', 'رد'],
  ...[
    'fw',
    'fwd',
    'wg',
    'tr',
    'enc',
    'i',
    'doorst',
    'vb',
    'vl',
    'vidarebefordrat',
    'pd',
    'továbbítás',
  ],
  ...['πρθ', 'пересл', '转发', '轉寄', '전달', '転送', 'הועבר', 'إعادة توجيه', 'ilt'],
];
const maxLength = 1_000;
const maxPrefixes = 20;

// A count as in "Re[2]:" or "Re (2):", and tags that mail servers add, such as "[EXTERN]".
const prefix = new RegExp(
  `^(?:${prefixes.join('|')})\\s?(?:\\[\\d{1,3}\\]|\\(\\d{1,3}\\)|\\^\\d{1,3})?\\s?[::]\\s*`,
  'iu',
);
const tag = /^\[[^\]]{1,40}\]\s*/u;

/** A subject without the prefixes of replies, to compare. */
export function baseSubject(subject: string): string {
  let base = normalForm(subject.slice(0, maxLength), 'NFKC').replace(/\s+/gu, ' ').trim();
  for (let removed = 0; removed < maxPrefixes; removed++) {
    const shorter = base.replace(prefix, '').replace(tag, '');
    if (shorter === base) break;
    base = shorter;
  }
  return base.trim().toLowerCase();
}
