import { z } from 'zod';
import { checkEvenIfInvalid, count, id, text } from '../fields.ts';
import { footerVariables, mergeVariables, parseTemplate } from '../merge-tags.ts';

/** Text with variables such as `{{firstName|there}}`. */
const template = (max: number, allowed: readonly string[] = mergeVariables) =>
  text(max).superRefine((value, context) => {
    // Already reported as too long; parsing it would take time.
    if (value.length > max * 2) return;
    for (const message of parseTemplate(value, allowed).problems.slice(0, 5))
      context.addIssue({ code: 'custom', message });
  });

const kinds = ['email', 'wait'] as const;
const formats = ['text', 'html'] as const;

const stepId = z.guid({ error: 'must be a UUID' }).toLowerCase();
const subject = template(300).refine((value) => !/\p{Cc}/u.test(value), 'must be a single line');
const body = template(20_000);

const writtenAlternative = z
  .object({
    id: stepId.nullish().describe('The id of an existing alternative, which keeps its identity.'),
    subject: subject.nullish().describe('Without one, the subject of the step is used.'),
    body: body.describe('Email body, in the format of the step.'),
  })
  .meta({ id: 'WrittenAlternative' });

/** Required and forbidden fields depend on the kind. Null counts as omitted. */
const writtenStep = z
  .object({
    id: stepId
      .nullish()
      .describe(
        'The id of an existing step, which keeps its identity: prospects go on where they are. ' +
          'A step without an id is new. An id that the campaign never had is a 422.',
      ),
    kind: z.enum(kinds),
    subject: subject
      .nullish()
      .describe(
        'Email subject. Without one, the email continues the thread of the previous email.',
      ),
    body: body
      .nullish()
      .describe(
        'Email body. `{{firstName|there}}` is replaced for each prospect; the text after the ' +
          'bar is used if the value is missing. A prospect without a value and without a ' +
          'fallback does not get the email.',
      ),
    format: z
      .enum(formats)
      .nullish()
      .describe(
        'Default: `text`. HTML keeps only `p`, `br`, `b`, `strong`, `i`, `em`, `u`, `ul`, `ol`, ' +
          '`li` and `a` with a link; variables are not allowed inside of attributes.',
      ),
    alternatives: z
      .array(writtenAlternative)
      .max(4)
      .nullish()
      .describe(
        'Further versions of the email. Each prospect gets one of them or the step itself, ' +
          'in equal shares.',
      ),
    days: z.int().min(1).max(90).nullish().describe('Days to wait.'),
    workingDays: z.boolean().nullish().describe('Whether only working days count. Default: false.'),
  })
  .superRefine(({ kind, ...fields }, context) => {
    const problem = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const [needed, others] = kinds.includes(kind) ? fieldsOf[kind] : [[], []];
    for (const name of needed)
      if (isOmitted(fields[name])) problem(name, `is required for a step of kind ${kind}`);
    for (const name of others)
      if (!isOmitted(fields[name])) problem(name, `is not allowed for a step of kind ${kind}`);
  }, checkEvenIfInvalid)
  .meta({ id: 'WrittenStep' });

const isOmitted = (value: unknown): boolean => (value ?? null) === null;

const fieldsOf = {
  email: [['body'], ['days', 'workingDays']],
  wait: [['days'], ['subject', 'body', 'format', 'alternatives']],
} as const;

export const writtenSteps = z
  .array(writtenStep)
  .max(20)
  .superRefine((steps, context) => {
    const problem = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    const first = steps.findIndex(({ kind }) => kind === 'email');
    if (first >= 0 && isOmitted(steps[first]!.subject))
      problem([first, 'subject'], 'is required for the first email');
    const seen = new Set<string>();
    const checkId = (value: string | null | undefined, path: (string | number)[]) => {
      if (!value) return;
      if (seen.has(value)) problem(path, 'must not be sent twice');
      seen.add(value);
    };
    for (const [index, step] of steps.entries()) {
      checkId(step.id, [index, 'id']);
      for (const [position, alternative] of (step.alternatives ?? []).entries())
        checkId(alternative.id, [index, 'alternatives', position, 'id']);
    }
  })
  .describe('Steps of the campaign, in order.');
export type WrittenSteps = z.output<typeof writtenSteps>;

const alternative = z
  .strictObject({
    id: id(),
    subject: z.string().nullable().describe('Null uses the subject of the step.'),
    body: z.string(),
  })
  .meta({ id: 'Alternative' });

export const campaignStepSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      id: id(),
      kind: z.literal('email'),
      subject: z.string().nullable(),
      body: z.string(),
      format: z.enum(formats),
      alternatives: z.array(alternative),
    }),
    z.strictObject({
      id: id(),
      kind: z.literal('wait'),
      days: count(),
      workingDays: z.boolean(),
    }),
  ])
  .meta({ id: 'Step' });
export type CampaignStep = z.output<typeof campaignStepSchema>;
export type EmailStep = Extract<CampaignStep, { kind: 'email' }>;

export const footerField = template(1_000, footerVariables)
  .refine((value) => parseTemplate(value, footerVariables).parts.some(isUnsubscribeUrl), {
    error: 'must contain {{unsubscribeUrl}}',
  })
  .describe(
    'Lines below every email, with `{{unsubscribeUrl}}`. Null uses the default: a line with the ' +
      'link to unsubscribe.',
  );

const isUnsubscribeUrl = (part: string | { variable: string }): boolean =>
  typeof part !== 'string' && part.variable === 'unsubscribeUrl';
