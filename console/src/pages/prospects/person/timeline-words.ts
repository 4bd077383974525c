import type { ManageData } from '@outcrop/contract';
import { type PersonField, personFieldNames } from '../../../parts/person.ts';
import { stageNames } from '../../../parts/stages.ts';
import { personFields } from './edits.ts';
import { sourceWords } from './source-words.ts';

export type Entry = ManageData<'getProspectTimeline'>['entries'][number];
type EntryOf<Type extends Entry['type']> = Extract<Entry, { type: Type }>;

interface Told {
  text: string;
  /** What else there is to say, one line each. */
  details?: string[];
}

const sentences: { [Type in Entry['type']]: (entry: EntryOf<Type>) => Told } = {
  'prospect.created': ({ data }) => ({ text: `Added ${sourceWords[data.prospect.sourceType]}` }),
  'prospect.updated': (entry) => {
    const fields = changedFields(entry);
    const [only] = fields;
    if (only && fields.length === 1) return { text: changeOf(entry, only) };
    return {
      text: `${fields.length} fields changed`,
      details: fields.map((field) => changeOf(entry, field)),
    };
  },
  // Nobody reads the timeline of who is gone: it is the record that was merged into this one.
  'prospect.deleted': () => ({ text: 'Another record of this person was merged into this one' }),
  'prospect.stage_changed': ({ data, previous }) => ({
    text: previous
      ? `Moved from ${stageNames[previous.stage]} to ${stageNames[data.stage]}`
      : `Moved to ${stageNames[data.stage]}`,
  }),
  'prospect.suppressed': () => ({ text: 'Marked do-not-contact' }),
  'prospect.unsuppressed': () => ({ text: 'The do-not-contact mark was lifted' }),
  'prospect.tagged': ({ data }) => ({ text: `Got the tag “${data.tag.name}”` }),
  'prospect.untagged': ({ data }) => ({ text: `Lost the tag “${data.tag.name}”` }),
  'list.member_added': ({ data }) => ({ text: `Joined the list “${data.list.name}”` }),
  'list.member_removed': ({ data }) => ({ text: `Left the list “${data.list.name}”` }),
  'campaign.enrolled': ({ data }) => ({ text: `Enrolled in the campaign “${data.campaign.name}”` }),
  'message.sent': ({ data }) => ({ text: `Was written to${about(data.subject)}` }),
  'message.bounced': ({ data }) => ({
    text:
      data.bounce === 'hard'
        ? 'A message came back: there is no such mailbox, so the address is not written to again'
        : 'A message came back for now',
    ...(data.reason && { details: [data.reason] }),
  }),
  'reply.received': ({ data }) => ({
    text: `${data.automatic ? 'An automatic answer came' : 'Answered'}${about(data.subject)}`,
    ...(data.snippet && { details: [`${data.snippet}…`] }),
  }),
  'prospect.unsubscribed': () => ({ text: 'Asked not to be written to any more' }),
  'enrichment.completed': ({ data }) =>
    data.mode === 'enrich_only'
      ? { text: 'Research on them was finished' }
      : {
          text: 'A first line to them was written',
          ...(data.firstTouchLine && { details: [data.firstTouchLine] }),
        },
  'enrichment.failed': ({ data }) => ({
    text:
      data.mode === 'enrich_only'
        ? 'Research on them failed; its credit was given back'
        : 'A first line could not be written; its credit was given back',
    details: [data.reason],
  }),
};

/** What happened, in words. */
export const told = (entry: Entry): Told =>
  (sentences[entry.type] as (entry: Entry) => Told)(entry);

const about = (subject: string | null): string => (subject === null ? '' : `: “${subject}”`);

export const changedFields = ({ previous }: EntryOf<'prospect.updated'>): PersonField[] =>
  personFields.filter((field) => previous && field in previous);

function changeOf({ data, previous }: EntryOf<'prospect.updated'>, field: PersonField): string {
  const [was, is] = [previous?.[field] ?? null, data.prospect[field]];
  const name = personFieldNames[field];
  if (is === null) return `${name} “${was}” was removed`;
  return was === null ? `${name} is now “${is}”` : `${name} changed from “${was}” to “${is}”`;
}
