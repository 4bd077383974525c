import { type Sql, sql, type Tx } from '../../platform/db/index.ts';

interface Body {
  messageId: string;
  conversationId: string;
  text: string;
  html: string | null;
  /** By which a search finds the message. */
  words: string[];
}

/** When texts are stored: the present, for which there always is a partition. */
export const storageTime = (): Date => new Date();

export function insertBodies(tx: Tx, bodies: Body[], storedAt: Date): void {
  if (bodies.length === 0) return;
  tx.defer(sql`
    insert into message_body (workspace_id, message_id, stored_at, text, html, words)
    select ${tx.workspaceId}, "messageId", ${storedAt}, text, html, words
    from json_to_recordset(${JSON.stringify(bodies)})
      as body ("messageId" uuid, text text, html text, words text[])`);
  const found = bodies.flatMap(({ messageId, conversationId, words }) =>
    words.length === 0 ? [] : [{ messageId, conversationId, words }],
  );
  // In the order of the index, which then visits each of its pages once.
  if (found.length > 0)
    tx.defer(sql`
      insert into message_word (workspace_id, word, stored_at, message_id, conversation_id)
      select ${tx.workspaceId}, word, ${storedAt}, "messageId", "conversationId"
      from json_to_recordset(${JSON.stringify(found)})
        as found ("messageId" uuid, "conversationId" uuid, words text[])
      cross join lateral unnest(found.words) as word
      order by word collate "C", "messageId"`);
}

/** Joins the text of a message `m` as `body`. Those of earlier versions are in the message itself. */
export const joinedBody = (tx: Tx): Sql => sql`
  left join message_body body
    on body.workspace_id = ${tx.workspaceId} and body.message_id = m.id and body.stored_at = m.stored_at`;
export const hasHtml = sql`body.html is not null`;
export const bodyText = sql`coalesce(body.text, m.text)`;
