import type { FolderRole, MessageAttachment } from '../../src/core/receiving/message.ts';
import { type Database, sql } from '../../src/platform/db/index.ts';

/** Records which process stored a message, and lets messages with the subject "Unstorable" fail. */
export const recordStoredMessages = async (owner: Database): Promise<void> => {
  await owner.query(sql`
    create table stored_message (
      message_id uuid not null, conversation_id uuid not null, folder text not null, uid bigint not null,
      subject text not null, attachments jsonb not null, at timestamptz not null default now(),
      stored_by text not null default current_setting('application_name'))`);
  await owner.query(sql`
    create function record_stored_message() returns trigger language plpgsql security definer as $$
    begin
      if new.subject = 'Unstorable' then raise 'This message cannot be stored.'; end if;
      insert into stored_message (message_id, conversation_id, folder, uid, subject, attachments)
      values (new.id, new.conversation_id, new.folder, new.uid, new.subject, new.attachments);
      return null;
    end $$`);
  await owner.query(sql`
    create trigger record_stored_message after insert on message
    for each row execute function record_stored_message()`);
};

/** From now on, every message can be stored. */
export const storeUnstorable = (owner: Database): Promise<unknown> =>
  owner.query(sql`
    create or replace function record_stored_message() returns trigger language plpgsql security definer as $$
    begin
      insert into stored_message (message_id, conversation_id, folder, uid, subject, attachments)
      values (new.id, new.conversation_id, new.folder, new.uid, new.subject, new.attachments);
      return null;
    end $$`);

export interface StoredMessage {
  mailboxId: string;
  folder: FolderRole;
  uid: number;
  subject: string;
  text: string;
  attachments: MessageAttachment[];
  thread: string | null;
  /** The start of the transaction that stored the message. */
  at: Date;
  /** The name of the worker's database connection. */
  storedBy: string;
}

export const storedMessages = (owner: Database, mailboxId?: string): Promise<StoredMessage[]> =>
  owner.query<StoredMessage>(sql`
    select c.mailbox_id as "mailboxId", s.folder, s.uid::integer, s.subject, b.text, s.attachments,
           c.gmail_thread_id as thread, s.at, s.stored_by as "storedBy"
    from stored_message s
    join conversation c on c.id = s.conversation_id
    join message_body b on b.message_id = s.message_id
    where ${mailboxId ?? null}::uuid is null or c.mailbox_id = ${mailboxId ?? null}
    order by s.at, s.uid`);
