import type { Readable } from 'node:stream';
import { maxAttachmentBytes } from '@outcrop/contract';
import type { MailboxCredentials } from '../core/mailboxes/credentials.ts';
import { type ImapSession, openImapSession } from '../core/mailboxes/imap-session.ts';
import { type MailboxRow, selectMailbox } from '../core/mailboxes/mailbox-rows.sql.ts';
import type { MessageAttachment } from '../core/receiving/message.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { ApiError, notFound, unavailableError } from '../platform/error.ts';
import type { FileResponse } from '../platform/http/endpoint-call.ts';
import { MailFailure } from '../platform/mail/mail-server.ts';
import { findMessage } from './find-message.ts';
import { type MessageLocation, selectMessageLocation } from './message-contents.sql.ts';

interface AttachmentDeps {
  egress: Egress;
  credentials: MailboxCredentials;
}

/** Servers allow few connections, and one of them reads new messages. */
const maxOpenPerMailbox = 2;
const maxOpen = 20;
/** The size of a part in base64 with line breaks. */
const maxEncodedBytes = maxAttachmentBytes * 1.4;
const searchMs = 45_000;

/** Reads attachments from mail servers while they are downloaded. */
export class AttachmentReader {
  readonly #deps: AttachmentDeps;
  readonly #open = new Map<string, number>();

  constructor(deps: AttachmentDeps) {
    this.#deps = deps;
  }

  async *read(
    workspaceId: string,
    mailbox: MailboxRow,
    message: MessageLocation,
    attachment: MessageAttachment,
  ): AsyncGenerator<Uint8Array> {
    const release = this.#acquire(mailbox.id);
    try {
      const session = await this.#connect(workspaceId, mailbox);
      try {
        yield* limitBytes(await this.#start(session, message, attachment));
      } finally {
        session.close();
      }
    } finally {
      release();
    }
  }

  #acquire(mailboxId: string): () => void {
    const all = [...this.#open.values()].reduce((sum, count) => sum + count, 0);
    const own = this.#open.get(mailboxId) ?? 0;
    if (own >= maxOpenPerMailbox || all >= maxOpen)
      throw unavailableError(
        'too_many_open',
        'Other attachments are being downloaded. Try again in a moment.',
        { retryAfter: 5 },
      );
    this.#open.set(mailboxId, own + 1);
    return () => {
      const left = this.#open.get(mailboxId)! - 1;
      if (left === 0) this.#open.delete(mailboxId);
      else this.#open.set(mailboxId, left);
    };
  }

  async #connect(workspaceId: string, mailbox: MailboxRow): Promise<ImapSession> {
    const { egress, credentials } = this.#deps;
    try {
      const auth = await credentials.of(workspaceId, mailbox, { protocol: 'imap' });
      return await openImapSession({ egress, server: mailbox.imap, auth });
    } catch (error) {
      throw error instanceof MailFailure ? unreachable(error.message, error) : error;
    }
  }

  async #start(
    session: ImapSession,
    message: MessageLocation,
    attachment: MessageAttachment,
  ): Promise<Readable> {
    try {
      return await session.within({ ms: searchMs }, async () => {
        const uid = await findMessage(session, message, attachment);
        if (uid === null) throw messageGone();
        const { content } = await session.download(String(uid), attachment.path, {
          uid: true,
          // One byte more, to notice that the attachment is too large.
          maxBytes: maxAttachmentBytes + 1,
        });
        if (!content) throw messageGone();
        return content;
      });
    } catch (error) {
      if (error instanceof ApiError) throw error;
      const isFailure = error instanceof MailFailure;
      throw unreachable(isFailure ? error.message : 'The mail server ended the connection.', error);
    }
  }
}

/** Ends a download that is larger than allowed. Every client notices this. */
async function* limitBytes(content: Readable): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxAttachmentBytes) throw attachmentTooLarge();
    yield chunk;
  }
}

export async function getMessageAttachment(
  call: ManageCall<'getMessageAttachment', { attachments: AttachmentReader }>,
): Promise<FileResponse> {
  const { caller, params, deps, read } = call;
  const { messageId, path } = params;
  const { message, mailbox } = await read(async (tx) => {
    const location = await selectMessageLocation(tx, caller.userId, messageId);
    return {
      message: location,
      mailbox: location && (await selectMailbox(tx, location.mailboxId)),
    };
  });
  if (!message) throw notFound('received message', messageId);
  const attachment = message.attachments.find((each) => each.path === path);
  if (!attachment)
    throw new ApiError('not_found', 'The message has no such attachment. Check the path.', {
      notFound: [messageId],
    });
  // Trying a refused password again could lock the account.
  const isRefused = mailbox?.reason === 'auth' || mailbox?.reason === 'signed_out';
  if (!mailbox || mailbox.secret === null || isRefused)
    throw new ApiError(
      'not_found',
      'The mailbox is no longer connected, so its attachments cannot be opened. Connect it again.',
      { notFound: [messageId] },
    );
  if (attachment.bytes > maxEncodedBytes) throw attachmentTooLarge();
  return {
    name: safeFileName(attachment.name),
    type: 'application/octet-stream',
    pieces: () => deps.attachments.read(caller.workspaceId, mailbox, message, attachment),
  };
}

const messageGone = () =>
  new ApiError(
    'not_found',
    'The message is no longer on the mail server. It was deleted there, or moved to a folder that cannot be searched.',
  );

const attachmentTooLarge = () =>
  new ApiError(
    'not_found',
    'The attachment is larger than 25 MB. Open it in your mail program instead.',
  );

const unreachable = (message: string, cause: unknown) =>
  unavailableError('disconnected', `The attachment cannot be read now: ${message}`, {
    retryAfter: 30,
    cause,
  });

const maxLength = 150;

/**
 * The name of an attachment as a safe file name: one line, without folders, and without characters that
 * reverse the order of others. Those make `fdp.exe` look like `exe.pdf`.
 */
export function safeFileName(name: string | null): string {
  const clean = (name ?? '')
    .slice(0, 1_000)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu, '')
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '');
  const characters = [...clean];
  if (characters.length <= maxLength) return clean || 'attachment';
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(clean)?.[0] ?? '';
  return characters.slice(0, maxLength - extension.length).join('') + extension;
}
