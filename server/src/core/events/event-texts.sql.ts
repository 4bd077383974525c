import { empty, type Sql, sql, type Tx } from '../../platform/db/index.ts';

/**
 * The data of an event `e` with the subject and snippet of its message. Events store neither, so that
 * each reader gets what they may read of the message now: a user under the policy of their transaction,
 * a webhook what all members may read.
 */
export const eventDataFor = (tx: Tx, reader: 'user' | 'everyone'): Sql => sql`
  case when e.type in ('message.sent', 'reply.received') and e.data ? 'messageId' then
    e.data || '{"subject": null}' ||
    case e.type when 'reply.received' then '{"snippet": ""}'::jsonb else '{}' end ||
    coalesce((
      select jsonb_build_object('subject', m.subject) ||
             case e.type when 'reply.received' then jsonb_build_object('snippet', coalesce(body.snippet, '')) else '{}' end
      from message m
      left join message_body body on body.workspace_id = ${tx.workspaceId} and body.message_id = m.id
        and body.stored_at = m.stored_at
      where m.workspace_id = ${tx.workspaceId} and m.id = (e.data ->> 'messageId')::uuid
        ${reader === 'everyone' ? sql`and m.visible_to = ${tx.workspaceId}` : empty}), '{}')
  else e.data end`;
