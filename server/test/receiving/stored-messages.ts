import type { FetchedMessage, ParsedMessage } from '../../src/core/receiving/message.ts';
import type { Receive, Received } from '../../src/core/receiving/receiver.ts';
import { type Database, sql } from '../../src/platform/db/index.ts';

/** Stands for parsing and storing: the watcher's promises end where these begin. */
export const createStoredMessages = async (owner: Database): Promise<void> => {
  await owner.ask(sql`
    create table stored_message (
      mailbox_id uuid not null, folder text not null, uid bigint not null, subject text not null,
      own_words text not null, attachments json not null, thread text, at timestamptz not null,
      stored_by text not null default current_setting('application_name'))`);
  await owner.ask(sql`grant select, insert on stored_message to outcrop_app`);
};

export const parse = async (fetched: FetchedMessage): Promise<Received> => {
  const header = Buffer.from(fetched.source.header).toString();
  const subject = /^Subject: (.*?)\r?$/m.exec(header)?.[1] ?? '';
  if (subject === 'Unparsable') throw new Error('The message cannot be parsed.');
  const ownWords = fetched.source.parts.map(({ body }) => Buffer.from(body).toString()).join('|');
  const parsed = { subject, ownWords } as ParsedMessage;
  return { fetched, parsed, decision: { kind: 'human' } as Received['decision'] };
};

export const receive: Receive = async (tx, { id }, messages, at) => {
  // As the service ignores what is in Junk and about no email of ours.
  const ignored = messages.filter(
    ({ fetched, parsed }) => fetched.folder === 'junk' && parsed.subject.startsWith('Moved'),
  );
  const stored = messages.filter((message) => !ignored.includes(message));
  const rows = stored.map(({ fetched, parsed }) => ({
    ...{ folder: fetched.folder, uid: fetched.uid, subject: parsed.subject },
    ...{ own_words: parsed.ownWords.slice(0, 500), attachments: fetched.attachments },
    thread: fetched.gmailThreadId,
  }));
  await tx.run(sql`
    insert into stored_message
    select ${id}, folder, uid, subject, own_words, attachments, thread, ${at}
    from json_populate_recordset(null::stored_message, ${JSON.stringify(rows)})`);
  return ignored;
};

export interface StoredMessage {
  mailboxId: string;
  folder: string;
  uid: number;
  subject: string;
  ownWords: string;
  attachments: FetchedMessage['attachments'];
  thread: string | null;
  /** The name that its worker has at the database. */
  storedBy: string;
}

export const storedMessages = (owner: Database, mailboxId?: string): Promise<StoredMessage[]> =>
  owner.ask<StoredMessage>(sql`
    select mailbox_id as "mailboxId", folder, uid::integer, subject, own_words as "ownWords", attachments,
           thread, stored_by as "storedBy"
    from stored_message where ${mailboxId ?? null}::uuid is null or mailbox_id = ${mailboxId ?? null}
    order by at, uid`);
