import { type Sql, sql, type Tx } from '../../platform/db/index.ts';
import type { EmailRecipient } from './merge-tag-value-rules.ts';

/** Fields of a prospect that an email can mention, of the table `p`. */
export const recipientColumns: Sql = sql`
  p.full_name as "fullName", p.first_name as "firstName", p.last_name as "lastName", p.title,
  p.company_name as "companyName", p.linkedin_url as "linkedinUrl", p.website, p.email, p.phone,
  p.location_name as "locationName", p.first_touch_line as "firstTouchLine"`;

/** The recipients among these prospects, by id. */
export async function selectRecipients(
  tx: Tx,
  prospectIds: string[],
): Promise<Map<string, EmailRecipient>> {
  const rows = await tx.rows<EmailRecipient & { id: string }>(sql`
    select p.id, ${recipientColumns} from prospect p
    where p.workspace_id = ${tx.workspaceId} and p.id = any(${prospectIds}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function selectRecipient(
  tx: Tx,
  prospectId: string,
): Promise<EmailRecipient | undefined> {
  const [recipient] = await tx.rows<EmailRecipient>(sql`
    select ${recipientColumns} from prospect p
    where p.workspace_id = ${tx.workspaceId} and p.id = ${prospectId}`);
  return recipient;
}
