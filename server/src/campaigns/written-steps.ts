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

/** The current steps of a campaign and the ids of its removed steps. */
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
    const isRestored = step.id ? known.removedIds.has(step.id) : false;
    if (step.id && !before && !isRestored)
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
        // The alternatives of a restored step are no longer stored.
        if (alternative.id && !isRestored && !alternativeIds.has(alternative.id))
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

/** Whether the steps without ids are the same as before. Some callers send no ids. */
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

interface SimpleHtml {
  html: string;
  /** The end of a sentence that starts with `steps`. */
  problem: string | null;
}

/**
 * Reduces HTML to simple tags and safe links. Variables inside of attributes are rejected, because
 * their values could become links.
 */
export function simpleHtml(written: string): SimpleHtml {
  let hasVariableInAttribute = false;
  const reduce = (input: string): string =>
    sanitize(input, {
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
  // Removing a tag can leave a link inside a link. The second pass separates them.
  const html = reduce(reduce(written));
  return { html, problem: htmlProblem(html, hasVariableInAttribute) };
}

function htmlProblem(html: string, hasVariableInAttribute: boolean): string | null {
  if (hasVariableInAttribute) return 'have a variable inside of an HTML attribute';
  if (html === '') return 'have an HTML body without any text that can be sent';
  if (html.length > maxTextLength)
    return `have an HTML body that is longer than ${maxTextLength.toLocaleString('en')} characters once special characters are escaped`;
  const [problem] = parseTemplate(html).problems;
  return problem === undefined ? null : `have an HTML body that ${problem}`;
}
