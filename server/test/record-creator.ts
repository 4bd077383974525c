import { createHash, randomUUID, randomUUIDv7 } from 'node:crypto';
import type { RefTarget } from '@outcrop/contract';
import { type Database, sql, type Tx } from '../src/platform/db/index.ts';
import { blankSearch } from './prospects/blank-search.ts';

type Insert = (tx: Tx, id: string) => Promise<unknown>;

const inserts: Record<RefTarget, Insert> = {
  prospect: (tx, id) =>
    tx.run(sql`
      with counted as (
        insert into board_count (workspace_id, kind, key, count) values (${tx.workspaceId}, 'stage', 'new', 1)
        on conflict (workspace_id, kind, key) do update set count = board_count.count + 1)
      insert into prospect (workspace_id, id, full_name, email, email_key, source_type, ${blankSearch.columns})
      values (${tx.workspaceId}, ${id}, 'Amara Okafor', ${`${id}@outcrop.example`},
              ${`${id}@outcrop.example`}, 'manual', ${blankSearch.values})`),
  note: async (tx, id) => {
    await inserts.prospect(tx, id);
    await tx.run(sql`
      insert into note (workspace_id, id, prospect_id, kind, text, occurred_at, author_id, created_at, updated_at)
      values (${tx.workspaceId}, ${id}, ${id}, 'call', 'Wants a quote.', now(), ${id}, now(), '2026-03-05T14:02:37.915Z')`);
  },
  'follow-up': async (tx, id) => {
    await inserts.prospect(tx, id);
    await tx.run(sql`
      insert into follow_up (workspace_id, id, prospect_id, title, due_on, created_at, updated_at)
      values (${tx.workspaceId}, ${id}, ${id}, 'Call', '2026-03-09', now(), now())`);
  },
  view: (tx, id) =>
    tx.run(sql`
      insert into saved_view (workspace_id, id, name, name_key, query, columns, updated_at)
      values (${tx.workspaceId}, ${id}, ${`View ${id}`}, ${`view ${id}`}, '', '[]', now())`),
  list: (tx, id) =>
    tx.run(sql`
      insert into list (workspace_id, id, name, name_key)
      values (${tx.workspaceId}, ${id}, ${`List ${id}`}, ${`list ${id}`})`),
  tag: (tx, id) =>
    tx.run(sql`
      insert into tag (workspace_id, id, name, name_key)
      values (${tx.workspaceId}, ${id}, ${`Tag ${id}`}, ${`tag ${id}`})`),
  campaign: (tx, id) =>
    tx.run(sql`
      insert into campaign (workspace_id, id, name)
      values (${tx.workspaceId}, ${id}, ${`Campaign ${id}`})`),
  message: async (tx, id) => {
    await inserts.prospect(tx, id);
    await inserts.campaign(tx, id);
    await insertMember(tx, id, 'person');
    await tx.run(sql`
      with step as (
        insert into campaign_step (workspace_id, campaign_id, position, kind, id, subject, body)
        values (${tx.workspaceId}, ${id}, 1, 'email', ${id}, 'An idea', 'Hello')),
      sender as (
        insert into mailbox (workspace_id, id, owner_id, shared, address)
        values (${tx.workspaceId}, ${id}, ${id}, true, ${`${id}@outcrop.example`})),
      enrolled as (
        insert into enrollment (workspace_id, campaign_id, prospect_id, status, reason, mailbox_id)
        values (${tx.workspaceId}, ${id}, ${id}, 'held', 'unknown', ${id}))
      insert into outbound_message (workspace_id, campaign_id, prospect_id, step_id, id, mailbox_id, status,
                                    is_first, message_id, claimed_at)
      values (${tx.workspaceId}, ${id}, ${id}, ${id}, ${id}, ${id}, 'unknown', true, ${`<${id}@x>`}, now())`);
  },
  conversation: async (tx, id) => {
    await inserts.prospect(tx, id);
    await inserts.mailbox(tx, id);
    await tx.run(
      sql`update mailbox set status = 'ok', reason = null, address = ${`inbox-${id}@outcrop.example`} where id = ${id}`,
    );
    await tx.run(sql`
      insert into conversation (workspace_id, id, mailbox_id, prospect_id, subject, snippet, last_message_at,
                                last_direction, message_count)
      values (${tx.workspaceId}, ${id}, ${id}, ${id}, 'An idea', 'Hello', now(), 'inbound', 1)`);
  },
  'received message': async (tx, id) => {
    await inserts.conversation(tx, id);
    await tx.run(sql`
      insert into message (workspace_id, id, conversation_id, direction, sent_at, text, kind, decision, effects)
      values (${tx.workspaceId}, ${id}, ${id}, 'inbound', now(), 'Hello', 'human', '{"evidence":[]}',
              '{"enrollments":[],"stage":null,"factIds":[]}')`);
  },
  reply: async (tx, id) => {
    await inserts.conversation(tx, id);
    await tx.run(sql`
      insert into outbound_reply (workspace_id, id, conversation_id, mailbox_id, user_id, recipient, subject,
                                  message_id, created_at, send_at, stored_at)
      values (${tx.workspaceId}, ${id}, ${id}, ${id}, ${id}, ${`${id}@outcrop.example`}, 'Re: An idea',
              ${`<${id}@x>`}, now(), now(), now())`);
  },
  'saved reply': (tx, id) =>
    tx.run(sql`
      insert into saved_reply (workspace_id, id, name, name_key, text, updated_at)
      values (${tx.workspaceId}, ${id}, ${`Saved ${id}`}, ${`saved ${id}`}, 'Hello', now())`),
  task: (tx, id) =>
    tx.run(sql`
      insert into task (workspace_id, id, kind, status, total, done, counts, input, actor_kind, finished_at)
      values (${tx.workspaceId}, ${id}, 'bulk', 'done', 1, 1, '{"affected":1}', '{"action":"suppress","boardId":null}', 'system', now())`),
  import: (tx, id) =>
    tx.run(sql`
      insert into import_file (workspace_id, id, name, rows, columns, delimiter, encoding, warnings)
      values (${tx.workspaceId}, ${id}, 'fair.csv', 0, '[{"name":"Vorname","guess":"firstName","sample":[]},
              {"name":"Nachname","guess":"lastName","sample":[]},{"name":"E-Mail","guess":"email","sample":[]}]',
              ';', 'utf-8', '[]')`),
  export: (tx, id) =>
    tx.run(sql`
      with done as (
        insert into task (workspace_id, id, kind, status, total, done, input, actor_kind, finished_at)
        values (${tx.workspaceId}, ${id}, 'export', 'done', 0, 0, '{}', 'system', now()) returning id)
      insert into export_piece (workspace_id, task_id, number, heading)
      select ${tx.workspaceId}, id, 1, 'Email' from done`),
  webhook: (tx, id) =>
    tx.run(sql`
      insert into webhook (workspace_id, id, url, events, secret)
      values (${tx.workspaceId}, ${id}, 'https://receiver.example', array['*'], 'sealed')`),
  delivery: (tx, id) =>
    tx.run(sql`
      with receiver as (
        insert into webhook (workspace_id, id, url, events, secret)
        values (${tx.workspaceId}, ${id}, 'https://receiver.example', array['*'], 'sealed')
      ), event as (
        insert into event (workspace_id, id, type, actor_kind, data)
        values (${tx.workspaceId}, ${id}, 'webhook.test', 'system', ${JSON.stringify({ webhookId: id })})
      )
      insert into delivery (workspace_id, id, webhook_id, event_id, event_at, event_type, status)
      values (${tx.workspaceId}, ${id}, ${id}, ${id}, now(), 'webhook.test', 'failed')`),
  job: (tx, id) =>
    tx.run(sql`
      with person as (
        insert into prospect (workspace_id, id, full_name, email, email_key, source_type, ${blankSearch.columns})
        values (${tx.workspaceId}, ${id}, 'Amara Okafor', ${`${id}@outcrop.example`},
                ${`${id}@outcrop.example`}, 'manual', ${blankSearch.values})),
      job as (
        insert into enrichment_job (workspace_id, id, mode, use_instructions, total, actor_kind)
        values (${tx.workspaceId}, ${id}, 'personalized_line', false, 1, 'system') returning id)
      insert into enrichment (workspace_id, id, job_id, prospect_id, mode, status, credit_month, deadline, reason, finished_at)
      select ${tx.workspaceId}, id, id, id, 'personalized_line', 'failed', current_month(), now(),
             'The model did not answer.', now() from job`),
  token: (tx, id) =>
    tx.run(sql`
      with person as (
        insert into auth."user" (id, name, email) values (${id}, 'Ines Duarte', ${`${id}@outcrop.example`}) returning id),
      joined as (
        insert into member (workspace_id, user_id, role) select ${tx.workspaceId}, id, 'viewer' from person returning user_id)
      insert into api_token (workspace_id, id, user_id, name, hash, last_four)
      select ${tx.workspaceId}, ${id}, user_id, 'Import from the fair', sha256(${id}::text::bytea), 'abcd' from joined`),
  member: (tx, id) => insertMember(tx, id, 'person'),
  integration: (tx, id) => insertMember(tx, id, 'integration'),
  invitation: (tx, id) =>
    tx.run(sql`
      insert into invitation (workspace_id, id, email, role, code_hash, invited_by, expires_at)
      values (${tx.workspaceId}, ${id}, ${`${id}@outcrop.example`}, 'viewer',
              ${createHash('sha256').update(id).digest()}, ${id}, now() + interval '1 day')`),
  mailbox: async (tx, id) => {
    await insertMember(tx, id, 'person');
    await tx.run(sql`
      insert into mailbox (workspace_id, id, owner_id, shared, address, smtp_host, smtp_port, smtp_user,
                           imap_host, imap_port, imap_user)
      values (${tx.workspaceId}, ${id}, ${id}, true, ${`${id}@outcrop.example`},
              'smtp.outcrop.example', 465, 'ines', 'imap.outcrop.example', 993, 'ines')`);
  },
  session: async (tx, id) => {
    await insertMember(tx, id, 'person');
    await tx.run(sql`
      insert into auth."session" ("id", "token", "userId", "expiresAt", "updatedAt")
      values (${id}, ${id}, ${id}, now() + interval '1 day', now())`);
  },
};

const insertMember = (tx: Tx, id: string, kind: string) =>
  tx.run(sql`
    with account as (
      insert into auth."user" ("id", "name", "email")
      values (${id}, 'Tomasz Wilk', ${`${id}@outcrop.example`}) returning "id"
    )
    insert into member (workspace_id, user_id, role, kind)
    select ${tx.workspaceId}, "id", 'member', ${kind} from account`);

export type IdSource = (referent: RefTarget) => Promise<string>;

/** Returns a function that inserts a record of any kind that requests can refer to. */
export const recordCreator =
  (owner: Database, workspaceId: string): IdSource =>
  async (referent) => {
    const id = randomUUIDv7();
    await owner.transaction(workspaceId, (tx) => inserts[referent](tx, id));
    return id;
  };

/** An id that no record has. */
export const unknownId: IdSource = async () => randomUUID();
