import type { ManageData } from '@outcrop/contract';
import { stageName } from '@outcrop/contract/stages';
import { fullTime } from '../../components/relative-time.tsx';
import { weekdayOf } from '../follow-ups/days.ts';
import { noteKindLabels } from '../notes/note-labels.ts';
import { fieldNames, type ProspectField } from '../prospect/fields.ts';
import { prospectFields } from './edits.ts';
import { sourceLabels } from './source-labels.ts';

export type TimelineEntry = ManageData<'getProspectTimeline'>['entries'][number];
type EntryOf<Type extends TimelineEntry['type']> = Extract<TimelineEntry, { type: Type }>;

interface EntryText {
  text: string;
  details?: string[];
}

type NameOf = (userId: string) => string;

const sentences: {
  [Type in TimelineEntry['type']]: (entry: EntryOf<Type>, nameOf: NameOf) => EntryText;
} = {
  'prospect.created': ({ data }) => ({ text: `Added ${sourceLabels[data.prospect.sourceType]}` }),
  'prospect.updated': (entry) => {
    const fields = changedFields(entry);
    const [only] = fields;
    if (only && fields.length === 1) return { text: describeChange(entry, only) };
    return {
      text: `${fields.length} fields changed`,
      details: fields.map((field) => describeChange(entry, field)),
    };
  },
  // A deleted prospect has no timeline, so this is about one that was merged into this one.
  'prospect.deleted': () => ({ text: 'Another prospect was merged into this one' }),
  'prospect.stage_changed': ({ data, previous }) => ({
    text: previous
      ? `Moved from ${stageName[previous.stage]} to ${stageName[data.stage]}`
      : `Moved to ${stageName[data.stage]}`,
  }),
  'prospect.owner_changed': ({ data, previous }, nameOf) => ({
    text:
      data.ownerId === null
        ? `No longer assigned${previous?.ownerId ? ` to ${nameOf(previous.ownerId)}` : ''}`
        : `Assigned to ${nameOf(data.ownerId)}`,
  }),
  'prospect.suppressed': () => ({ text: 'Marked as Do not contact' }),
  'prospect.unsuppressed': () => ({ text: 'Removed from Do not contact' }),
  'prospect.tagged': ({ data }) => ({ text: `Tag “${data.tag.name}” added` }),
  'prospect.untagged': ({ data }) => ({ text: `Tag “${data.tag.name}” removed` }),
  'list.member_added': ({ data }) => ({ text: `Added to list “${data.list.name}”` }),
  'list.member_removed': ({ data }) => ({ text: `Removed from list “${data.list.name}”` }),
  'note.added': ({ data, createdAt, note }) => ({
    text:
      (data.kind === 'note' ? 'Note added' : `${noteKindLabels[data.kind]} logged`) +
      (note === null ? ' (deleted)' : ''),
    ...(minutesBetween(data.occurredAt, createdAt) > 1 && { details: [fullTime(data.occurredAt)] }),
  }),
  'follow_up.added': ({ data }) => ({
    text: `Follow-up planned for ${weekdayOf(data.dueOn)}: “${data.title}”`,
  }),
  'follow_up.completed': ({ data }) => ({ text: `Follow-up done: “${data.title}”` }),
  'campaign.enrolled': ({ data }) => ({ text: `Enrolled in campaign “${data.campaign.name}”` }),
  'message.sent': ({ data }) => ({ text: `Email sent${subjectSuffix(data.subject)}` }),
  'message.bounced': ({ data }) => ({
    text:
      data.bounce === 'hard'
        ? 'Hard bounce: the mailbox does not exist, so no more emails are sent to it'
        : 'Soft bounce',
    ...(data.reason && { details: [data.reason] }),
  }),
  'reply.received': ({ data }) => ({
    text: `${data.automatic ? 'Automatic reply received' : 'Replied'}${subjectSuffix(data.subject)}`,
    ...(data.snippet && { details: [`${data.snippet}…`] }),
  }),
  'prospect.unsubscribed': () => ({ text: 'Unsubscribed' }),
  'enrichment.completed': ({ data }) =>
    data.mode === 'enrich_only'
      ? { text: 'Research completed' }
      : {
          text: 'Opening line written',
          ...(data.firstTouchLine && { details: [data.firstTouchLine] }),
        },
  'enrichment.failed': ({ data }) => ({
    text:
      data.mode === 'enrich_only'
        ? 'Research failed. The credit was refunded.'
        : 'Opening line failed. The credit was refunded.',
    details: [data.reason],
  }),
};

export const describeEntry = (entry: TimelineEntry, nameOf: NameOf): EntryText =>
  (sentences[entry.type] as (entry: TimelineEntry, nameOf: NameOf) => EntryText)(entry, nameOf);

const minutesBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 60_000;

const subjectSuffix = (subject: string | null): string =>
  subject === null ? '' : `: “${subject}”`;

export const changedFields = ({ previous }: EntryOf<'prospect.updated'>): ProspectField[] =>
  prospectFields.filter((field) => previous && field in previous);

function describeChange(
  { data, previous }: EntryOf<'prospect.updated'>,
  field: ProspectField,
): string {
  const [before, after] = [previous?.[field] ?? null, data.prospect[field]];
  const name = fieldNames[field];
  if (after === null) return `${name} “${before}” removed`;
  return before === null
    ? `${name} set to “${after}”`
    : `${name} changed from “${before}” to “${after}”`;
}
