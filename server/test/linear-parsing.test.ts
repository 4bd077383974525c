import { isEmail, linkedinKey } from '@outcrop/contract/identity';
import { parseTemplate } from '@outcrop/contract/merge-tags';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { cpuGrowth, linear } from '../../contract/test/cpu-growth.ts';
import { classifyMessage } from '../src/core/receiving/classify-message.ts';
import { permanenceOf } from '../src/core/receiving/failure-rules.ts';
import { readLanguages } from '../src/core/receiving/phrase-languages.ts';
import { compilePhrases } from '../src/core/receiving/phrase-patterns.ts';
import { emptyHeader, withoutBody } from '../src/core/receiving/read-message.ts';
import { baseSubject } from '../src/core/receiving/subject-rules.ts';
import {
  indexedWords,
  messageWords,
  queryWords,
  searchText,
} from '../src/core/search/word-rules.ts';
import {
  replySubject,
  replyToOf,
  threadHeaders,
  withQuote,
} from '../src/core/sending/reply-rules.ts';
import { rowToLead } from '../src/imports/add-rows.ts';
import { guessFields } from '../src/imports/column-guess.ts';
import { delimiterOf } from '../src/imports/read-csv.ts';
import { safeFileName } from '../src/inbox/attachments.ts';
import { safeHtml, safeStyle } from '../src/inbox/safe-html.ts';
import { headersOf, lastHop, reportedSpf } from '../src/mailboxes/received-headers.ts';
import { cleanInput } from '../src/platform/clean-input.ts';
import { csvRow, unescapeFormula } from '../src/platform/csv.ts';
import { readCursor } from '../src/platform/cursor.ts';
import { routedUrl } from '../src/platform/http/framing.ts';
import { jsonErrorPosition } from '../src/platform/http/request-body.ts';
import { didYouMean } from '../src/platform/http/unknown-fields.ts';
import { readQuery } from '../src/platform/http/validate-request.ts';
import { emptyProspect } from './sample-leads.ts';

const kib = 1024;
const phrases = compilePhrases(readLanguages());

/** Every function that parses external text, and the length of the longest text that it can get. */
const readers: Record<string, [read: (text: string) => unknown, size: number]> = {
  'a text of a body': [(text) => cleanInput({ text }, []), 4 * kib * kib],
  'a cell of a file': [(text) => rowToLead([text], [['fullName', 0]], () => 'Name'), 1_000_000],
  'the name of a column': [(name) => guessFields([{ name, values: [] }]), 1_000_000],
  'the values of a column': [(text) => guessFields([{ name: 'x', values: [text] }]), 1_000_000],
  'the head of a file': [(text) => delimiterOf(text, true), 64 * kib],
  'a cell that is written': [(text) => csvRow([text]) + unescapeFormula(text), 1_000_000],
  'an email address': [isEmail, 4 * kib * kib],
  'a profile': [(text) => linkedinKey(`https://www.linkedin.com/in/${text}`), 2_000],
  'a host, a hundred times': [
    (text) => Array.from({ length: 100 }, () => linkedinKey(`https://${text.slice(0, -1)}b`)),
    2_000,
  ],
  'a template': [parseTemplate, 20_000],
  'the words of a search': [queryWords, 500],
  'the search text of a field': [
    (text) => indexedWords(searchText({ ...emptyProspect, fullName: text })),
    20_000,
  ],
  'a body that is not JSON': [jsonErrorPosition, 4 * kib * kib],
  'a query': [(text) => readQuery(`/?q=${text}`, z.object({ q: z.string() }), []), 16 * kib],
  'an unknown name': [(text) => didYouMean(text, ['fullName', 'linkedinUrl']), 4 * kib * kib],
  'an address': [(url) => routedUrl({ url }), 16 * kib],
  'the subject of a message': [baseSubject, 64 * kib],
  'a thread that is answered': [
    (text) => [
      replySubject(text),
      threadHeaders([`<${text}>`], null),
      replyToOf([{ address: text }], 'jane@acme.example'),
      withQuote('Hello', {
        name: text,
        address: 'a@b.example',
        text,
        at: new Date(0),
        zone: 'UTC',
      }),
    ],
    256 * kib,
  ],
  'what a message says': [
    (text) =>
      classifyMessage(
        { ...withoutBody(emptyHeader), subject: text, text, ownWords: text },
        { addresses: [], subjects: [] },
        phrases,
      ),
    256 * kib,
  ],
  // The text is cut to this length, so growth is visible below it.
  'the date in an absence': [
    (text) =>
      ['1', '1 jan', 'jan 1', '1 de'].map((start) =>
        classifyMessage(
          {
            ...withoutBody(emptyHeader),
            headers: { 'auto-submitted': 'auto-replied' },
            sentAt: new Date('2026-11-17'),
            text: `Back on ${start}${text.slice(1)}`,
            isHeaderOnly: false,
          },
          { addresses: [], subjects: [] },
          phrases,
        ),
      ),
    8_000,
  ],
  'a notice of delivery': [
    (text) =>
      classifyMessage(
        {
          ...withoutBody(emptyHeader),
          from: { name: '', address: 'mailer-daemon@acme.example' },
          text: `The message could not be delivered.\n\n<bob@acme.example>: 550 ${text}`,
          isHeaderOnly: false,
        },
        { addresses: [], subjects: [] },
        phrases,
      ),
    256 * kib,
  ],
  'the answer of a mail server': [
    (text) => permanenceOf({ status: '5.0.0', text, senders: ['ann@acme.example'] }, phrases),
    256 * kib,
  ],
  'what a mail server adds': [
    (text) => {
      const lines = ['Received', 'Authentication-Results'].map((name) => `${name}: from ${text}`);
      const headers = headersOf(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`));
      return [lastHop(headers, 'outcrop.example'), reportedSpf(headers)];
    },
    60 * kib,
  ],
  'a message as HTML': [
    (text) => safeHtml(`<p title="${text}" style="color:${text}">${text}`, { images: true }),
    64 * kib,
  ],
  'a style': [safeStyle, 4_000],
  'the name of an attachment': [safeFileName, 64 * kib],
  'the words of a message': [(text) => messageWords(text, text), 64 * kib],
  'a cursor': [(text) => attempt(() => readCursor(text, {})), 4_000],
};

const patterns: Record<string, string> = {
  marks: '\u0301\u0316',
  'short runs of marks': `a${'\u0301\u0316'.repeat(15)}`,
  'halfwidth sound marks': '\uff9e\u0301',
  blanks: ' ',
  'days and blanks': '1 ',
  'days and many blanks': `1${' '.repeat(199)}`,
  'blanks between letters': 'a ',
  scripts: '<script ',
  'at signs': '@',
  'at signs between letters': 'a@',
  dots: '.',
  slashes: '/',
  'percent signs': '%',
  'halves of sequences': '%E0%A4',
  'encoded marks': '%CC%81%CC%96',
  braces: '{{',
  tags: '{{a}}',
  quotes: '"',
  'angle brackets': '<a>',
  'lines of codes': '\n550 5.1.1 ',
  'nouns of refusals': 'user ',
  brackets: '[',
  equals: '=',
  letters: 'a',
  capitals: 'aB',
  'letters of two code units': '😀',
};

test.each(Object.keys(readers))('%s is read in linear time', async (reader) => {
  const [read, size] = readers[reader]!;
  for (const [kind, piece] of Object.entries(patterns)) {
    const work = (size: number) => read(`a${piece.repeat(size / piece.length)}\u0001`);
    expect(await cpuGrowth(work, size), kind).toBeLessThan(linear);
  }
});

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
