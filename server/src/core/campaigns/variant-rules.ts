import { createHash } from 'node:crypto';
import type { EmailStep } from '@outcrop/contract';

/** One version of an email step. */
export interface EmailTemplate {
  /** Null for the step's own text, the id of one of its alternatives otherwise. */
  variantId: string | null;
  /** Null continues the thread of the previous email. */
  subject: string | null;
  body: string;
  format: 'text' | 'html';
}

/** All versions of an email: its own text first, then its alternatives. */
const templatesOf = ({ subject, body, format, alternatives }: EmailStep): EmailTemplate[] => [
  { variantId: null, subject, body, format },
  ...alternatives.map((alternative) => ({
    variantId: alternative.id,
    subject: alternative.subject ?? subject,
    body: alternative.body,
    format,
  })),
];

/**
 * The version that a prospect gets: the one with the highest hash. All have equal shares, and adding
 * or removing one changes the version only for the prospects that it wins or loses.
 */
export function variantOf(step: EmailStep, prospectId: string): EmailTemplate {
  const [own, ...others] = templatesOf(step);
  let best = { template: own!, rank: rankOf(step.id, prospectId) };
  for (const template of others) {
    const rank = rankOf(template.variantId!, prospectId);
    if (rank > best.rank) best = { template, rank };
  }
  return best.template;
}

/** The version that a prospect got, or the step's own text if that version was removed. */
export const templateOf = (step: EmailStep, variantId: string | null): EmailTemplate => {
  const templates = templatesOf(step);
  return templates.find((template) => template.variantId === variantId) ?? templates[0]!;
};

const rankOf = (versionId: string, prospectId: string): string =>
  createHash('sha256').update(`${versionId} ${prospectId}`).digest('hex');
