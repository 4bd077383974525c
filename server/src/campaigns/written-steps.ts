import { randomUUIDv7 } from 'node:crypto';
import {
  type CampaignStep,
  type EmailStep,
  maxTextLength,
  type WrittenSteps,
} from '@outcrop/contract';
import { parseTemplate } from '@outcrop/contract/merge-tags';
import sanitize from 'sanitize-html';
import { invalidField } from '../platform/error.ts';

type Format = EmailStep['format'];

/** The steps that a campaign has, and the ids of those that it had. */
interface KnownSteps {
  steps: CampaignStep[];
  removedIds: ReadonlySet<string>;
}

/**
 * Converts validated request steps to their stored form. Steps and alternatives without an id are
 * new and get one; an id that the campaign never had is a 422.
 */
export function toStoredSteps(
  written: WrittenSteps,
  known: KnownSteps = { steps: [], removedIds: new Set() },
): CampaignStep[] {
  const stepsById = new Map(known.steps.map((step) => [step.id, step]));
  return written.map((step): CampaignStep => {
    const before = step.id ? stepsById.get(step.id) : undefined;
    const returns = step.id ? known.removedIds.has(step.id) : false;
    if (step.id && !before && !returns)
      throw invalidField('steps', `have the unknown id ${step.id}; omit the id of a new step`);
    const id = step.id ?? randomUUIDv7();
    if (step.kind === 'wait')
      return { id, kind: 'wait', days: step.days!, workingDays: step.workingDays ?? false };
    const format = step.format ?? 'text';
    const alternativesBefore = before?.kind === 'email' ? before.alternatives : [];
    const alternativeIds = new Set(alternativesBefore.map((alternative) => alternative.id));
    return {
      id,
      kind: 'email',
      subject: step.subject ?? null,
      body: toStoredBody(step.body!, format),
      format,
      alternatives: (step.alternatives ?? []).map((alternative) => {
        // The alternatives of a step that returns are no longer known.
        if (alternative.id && !returns && !alternativeIds.has(alternative.id))
          throw invalidField(
            'steps',
            `have an alternative with the unknown id ${alternative.id}; omit the id of a new one`,
          );
        return {
          id: alternative.id ?? randomUUIDv7(),
          subject: alternative.subject ?? null,
          body: toStoredBody(alternative.body, format),
        };
      }),
    };
  });
}

function toStoredBody(body: string, format: Format): string {
  if (format === 'text') return body;
  const { html, problem } = simpleHtml(body);
  if (problem !== null) throw invalidField('steps', problem);
  return html;
}

/** Whether a caller that knows no ids sent the steps as they are. */
export const isSameWithoutIds = (written: WrittenSteps, before: CampaignStep[]): boolean =>
  written.length === before.length &&
  written.every((step, index) => !step.id && isSameText(step, before[index]!));

function isSameText(step: WrittenSteps[number], before: CampaignStep): boolean {
  if (step.kind !== before.kind) return false;
  if (before.kind === 'wait')
    return step.days === before.days && (step.workingDays ?? false) === before.workingDays;
  return (
    (step.subject ?? null) === before.subject &&
    step.body === before.body &&
    (step.format ?? 'text') === before.format &&
    (step.alternatives ?? []).length === 0 &&
    before.alternatives.length === 0
  );
}

/** HTML that may be sent, or what is wrong with it. */
interface SimpleHtml {
  html: string;
  /** Completes a sentence that starts with `steps`. */
  problem: string | null;
}

/**
 * Reduces HTML to simple tags and safe links. A variable inside of an attribute is a problem, because
 * its value could become a link to anywhere.
 */
export function simpleHtml(written: string): SimpleHtml {
  let hasVariableInAttribute = false;
  const reduce = (given: string): string =>
    sanitize(given, {
      allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'a', 'ul', 'ol', 'li'],
      allowedAttributes: { a: ['href'] },
      allowedSchemes: ['http', 'https', 'mailto'],
      allowProtocolRelative: false,
      nestingLimit: 30,
      onOpenTag: (_name, attributes) => {
        hasVariableInAttribute ||= Object.values(attributes).some((value) =>
          /\{\{|\}\}/.test(value),
        );
      },
    }).trim();
  // A dropped tag can leave a link in a link, which the second pass separates.
  const html = reduce(reduce(written));
  return { html, problem: problemWith(html, hasVariableInAttribute) };
}

function problemWith(html: string, hasVariableInAttribute: boolean): string | null {
  if (hasVariableInAttribute) return 'have a variable inside of an HTML attribute';
  if (html === '') return 'have an HTML body without any text that can be sent';
  if (html.length > maxTextLength)
    return `have an HTML body that is longer than ${maxTextLength.toLocaleString('en')} characters once special characters are escaped`;
  const [problem] = parseTemplate(html).problems;
  return problem === undefined ? null : `have an HTML body that ${problem}`;
}
