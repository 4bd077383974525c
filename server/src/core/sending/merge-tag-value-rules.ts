import type { MergeValues } from '@outcrop/contract/merge-tags';
import { type ProspectFields, toProspectFields } from '../search/field-rules.ts';

/** The fields of a prospect that an email can mention. */
export interface EmailRecipient
  extends Omit<ProspectFields, 'id' | 'linkedinKey' | 'emailKey' | 'nameKey'> {
  firstTouchLine: string | null;
}

/** Stands for the sender name while no mailbox sends the campaign. */
export const unknownSender = '{{senderName}}';

/** The values of all variables. Missing parts of a name are derived from the others. */
export const mergeTagValuesOf = (recipient: EmailRecipient, senderName: string): MergeValues => ({
  ...toProspectFields(recipient),
  firstTouchLine: recipient.firstTouchLine,
  senderName,
});
