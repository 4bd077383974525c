import { maxEmailLength } from '@outcrop/contract';
import {
  type FooterVariable,
  footerVariables,
  type MergeValues,
  type MergeVariable,
  measureTemplate,
  missingVariables,
  renderTemplate,
} from '@outcrop/contract/merge-tags';
import { convert } from 'html-to-text';
import { escapeHtml } from '../../platform/escape-html.ts';
import type { EmailTemplate } from '../campaigns/variant-rules.ts';

export interface RenderedEmail {
  subject: string;
  text: string;
  /** Null for an email in plain text. */
  html: string | null;
  /**
   * The variable whose values make the email longer than `maxEmailLength`. Such an email has no text and
   * must not be sent.
   */
  tooLong: FooterVariable | null;
}

interface RenderInput {
  template: EmailTemplate;
  /** Null for the default. */
  footer: string | null;
  values: MergeValues;
  unsubscribeUrl: string;
  /** The subject of the thread that an email without a subject continues. */
  threadSubject: string | null;
}

export const defaultFooter = 'Unsubscribe: {{unsubscribeUrl}}';

/** A longer subject is cut off, so that no header line is too long. */
const maxSubjectLength = 500;

/** The email of one prospect, with its footer. */
export function renderEmail(input: RenderInput): RenderedEmail {
  const { template, values, unsubscribeUrl } = input;
  const footer = input.footer ?? defaultFooter;
  const tooLong = tooLongVariable(template, footer, values);
  if (tooLong !== null) return { subject: '', text: '', html: null, tooLong };
  const footerText = renderTemplate(footer, { ...values, unsubscribeUrl }, footerVariables);
  const subject = subjectOf(input);
  if (template.format === 'text') {
    const text = renderTemplate(template.body, values);
    return { subject, text: toLines(`${text}\n\n${footerText}`), html: null, tooLong };
  }
  const body = renderTemplate(template.body, escapedValues(values));
  const footerHtml = renderTemplate(
    escapeHtml(footer),
    { ...escapedValues(values), unsubscribeUrl: linkTo(unsubscribeUrl) },
    footerVariables,
  );
  const html = `<div dir="auto">${body}</div>\n<p dir="auto">${footerHtml.replaceAll('\n', '<br>')}</p>`;
  return {
    subject,
    text: toLines(`${toText(body)}\n\n${footerText}`),
    html: toLines(html),
    tooLong,
  };
}

/**
 * Why an email cannot be sent: variables without a value and without a fallback, and the one whose
 * values make the email too long.
 */
export function renderProblems(
  template: Pick<EmailTemplate, 'subject' | 'body' | 'format'>,
  footer: string | null,
  values: MergeValues,
): MergeVariable[] {
  const texts = [template.subject ?? '', template.body, footer ?? ''];
  const missing = texts.flatMap((text) => missingVariables(text, values));
  const tooLong = tooLongVariable(template, footer ?? defaultFooter, values);
  return [...new Set(tooLong === null ? missing : [...missing, tooLong as MergeVariable])];
}

function tooLongVariable(
  { subject, body, format }: Pick<EmailTemplate, 'subject' | 'body' | 'format'>,
  footer: string,
  values: MergeValues,
): FooterVariable | null {
  const { length, longest } = measureTemplate(
    [subject ?? '', body, footer].join('\n'),
    format === 'html' ? escapedValues(values) : values,
  );
  return length > maxEmailLength ? longest : null;
}

function subjectOf({ template, values, threadSubject }: RenderInput): string {
  const subject =
    template.subject === null
      ? withReplyPrefix(threadSubject)
      : renderTemplate(template.subject, values).replaceAll(lineBreaks, ' ').trim();
  const characters = [...subject];
  return characters.length <= maxSubjectLength
    ? subject
    : `${characters.slice(0, maxSubjectLength - 1).join('')}…`;
}

const withReplyPrefix = (subject: string | null): string =>
  subject === null || /^re:/i.test(subject) ? (subject ?? '') : `Re: ${subject}`;

/** Also characters that some mail programs take for the end of a line. */
export const lineBreaks = /[\p{Cc}\u2028\u2029]+/gu;

const toLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim();

const escapedValues = (values: MergeValues): MergeValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value ? escapeHtml(value) : value]),
  );

const linkTo = (url: string): string => `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;

const toText = (html: string): string =>
  convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
    ],
  });
