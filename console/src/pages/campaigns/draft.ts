import type { ManageBody } from '@outcrop/contract';
import { type MergeTag, type MergeVariable, parseTemplate } from '@outcrop/contract/merge-tags';
import type { Campaign } from './campaign-labels.ts';

/** One text of an email: the step's own, or an alternative. The key is stable while editing. */
export interface Version {
  key: string;
  id?: string;
  subject: string;
  body: string;
}
export interface EmailDraft {
  key: string;
  id?: string;
  kind: 'email';
  format: 'text' | 'html';
  /** The first is the step itself. */
  versions: [Version, ...Version[]];
}
export interface WaitDraft {
  key: string;
  id?: string;
  kind: 'wait';
  days: number;
  workingDays: boolean;
}
export type StepDraft = EmailDraft | WaitDraft;
export type Draft = StepDraft[];

export const maxSteps = 20;
export const maxVersions = 5;

export const newVersion = (body = ''): Version => ({
  key: crypto.randomUUID(),
  subject: '',
  body,
});
export const newEmail = (): EmailDraft => ({
  key: crypto.randomUUID(),
  kind: 'email',
  format: 'text',
  versions: [newVersion()],
});
export const newWait = (): WaitDraft => ({
  key: crypto.randomUUID(),
  kind: 'wait',
  days: 3,
  workingDays: true,
});

export const draftOf = (steps: Campaign['steps']): Draft =>
  steps.map((step): StepDraft => {
    if (step.kind === 'wait') return { key: step.id, ...step };
    const { id, kind, format, subject, body, alternatives } = step;
    const others = alternatives.map((each) => ({
      key: each.id,
      ...each,
      subject: each.subject ?? '',
    }));
    return {
      ...{ key: id, id, kind, format },
      versions: [{ key: `${id} A`, subject: subject ?? '', body }, ...others],
    };
  });

type WrittenSteps = NonNullable<ManageBody<'patchCampaign'>['steps']>;

/** A blank subject continues the thread, or uses the subject of the step. */
export const bodyOf = (draft: Draft): WrittenSteps =>
  draft.map((step) => {
    const id = step.id ? { id: step.id } : {};
    if (step.kind === 'wait')
      return { ...id, kind: step.kind, days: step.days, workingDays: step.workingDays };
    const [own, ...others] = step.versions;
    return {
      ...{ ...id, kind: step.kind, format: step.format },
      subject: own.subject.trim() || null,
      body: own.body,
      alternatives: others.map((each) => ({
        ...(each.id && { id: each.id }),
        subject: each.subject.trim() || null,
        body: each.body,
      })),
    };
  });

export const isSame = (a: Draft, b: Draft): boolean =>
  JSON.stringify(bodyOf(a)) === JSON.stringify(bodyOf(b));

/** Without the list of all variables, which the menu has. */
const sentence = (field: 'subject' | 'text', problem: string): string =>
  `The ${field} ${problem.split(';')[0]}.`;

export function subjectProblem(draft: Draft, step: EmailDraft, version: number): string | null {
  const { subject } = step.versions[version]!;
  const isFirst = draft.find(({ kind }) => kind === 'email') === step;
  if (isFirst && version === 0 && subject.trim() === '') return 'Write a subject.';
  const [problem] = parseTemplate(subject).problems;
  return problem ? sentence('subject', problem) : null;
}

export function bodyProblem({ body }: Version): string | null {
  if (body.trim() === '') return 'Write a text.';
  const [problem] = parseTemplate(body).problems;
  return problem ? sentence('text', problem) : null;
}

/** The first problem, and its step. */
export function firstProblem(draft: Draft): { step: EmailDraft; problem: string } | null {
  for (const step of draft) {
    if (step.kind !== 'email') continue;
    for (const [index, version] of step.versions.entries()) {
      const problem = subjectProblem(draft, step, index) ?? bodyProblem(version);
      if (problem !== null) return { step, problem };
    }
  }
  return null;
}

/** The subject of the thread that a step continues, before variables are replaced. */
export function threadSubject(draft: Draft, step: EmailDraft): string {
  const before = draft.slice(0, draft.indexOf(step));
  const started = before.findLast(
    (each): each is EmailDraft => each.kind === 'email' && each.versions[0].subject.trim() !== '',
  );
  return started?.versions[0].subject ?? '';
}

export const variableLabels: Record<MergeVariable, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  fullName: 'Full name',
  title: 'Title',
  companyName: 'Company',
  locationName: 'Location',
  email: 'Email',
  phone: 'Phone',
  website: 'Website',
  linkedinUrl: 'LinkedIn',
  firstTouchLine: 'Opening line',
  senderName: 'Sender name',
};

const fallbacks: Partial<Record<MergeVariable, string>> = {
  firstName: 'there',
  companyName: 'your company',
};

/** What a chip says: "First name · or “there”", "Title · required". */
export function chipLabel({ variable, fallback }: MergeTag): string {
  const label = variableLabels[variable];
  if (fallback === null) return `${label} · required`;
  return fallback === '' ? `${label} · or blank` : `${label} · or “${fallback}”`;
}

/** A variable with another fallback, or, if it is null, without one. */
export const tagWith = (variable: MergeVariable, fallback: string | null): string =>
  fallback === null ? `{{${variable}}}` : `{{${variable}|${fallback.trim()}}}`;

/** Common variables get a fallback, so that no one is left out. */
export const tagOf = (variable: MergeVariable): string =>
  tagWith(variable, fallbacks[variable] ?? null);
