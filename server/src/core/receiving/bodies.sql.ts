import { type Sql, sql, type Tx } from '../../platform/db/index.ts';

interface Body {
  messageId: string;
  text: string;
  html: string | null;
}

/** When texts are stored: the present, for which there always is a partition. */
export const storageTime = (): Date => new Date();

export function insertBodies(tx: Tx, bodies: Body[], storedAt: Date): void {
  if (bodies.length === 0) return;
  tx.defer(sql`
    insert into message_body (workspace_id, message_id, stored_at, text, html)
    select ${tx.workspaceId}, "messageId", ${storedAt}, text, html
    from json_to_recordset(${JSON.stringify(bodies)}) as body ("messageId" uuid, text text, html text)`);
}

/** Joins the text of a message `m` as `body`. Those of earlier versions are in the message itself. */
export const joinedBody = (tx: Tx): Sql => sql`
  left join message_body body
    on body.workspace_id = ${tx.workspaceId} and body.message_id = m.id and body.stored_at = m.stored_at`;
export const bodyText = sql`coalesce(body.text, m.text)`;
