import type { MergeValues } from '@outcrop/contract/merge-tags';
import { type ProspectFields, toProspectFields } from '../search/field-rules.ts';

/** A prospect as an email can mention it. */
export interface Recipient
  extends Omit<ProspectFields, 'id' | 'linkedinKey' | 'emailKey' | 'nameKey'> {
  firstTouchLine: string | null;
}

/** The values of all variables. Missing parts of a name are derived from the others. */
export const valuesOf = (recipient: Recipient, senderName: string): MergeValues => ({
  ...toProspectFields(recipient),
  firstTouchLine: recipient.firstTouchLine,
  senderName,
});
