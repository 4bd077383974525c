import type { Readable } from 'node:stream';
import { maxAttachmentBytes } from '@outcrop/contract';
import type { ImapFlow } from 'imapflow';
import type { MailboxCredentials } from '../core/mailboxes/credentials.ts';
import { openImapSession, within } from '../core/mailboxes/imap-session.ts';
import { type MailboxRow, selectMailbox } from '../core/mailboxes/mailboxes.sql.ts';
import type { Attachment } from '../core/receiving/message.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { ApiError, notFound, unavailableError } from '../platform/error.ts';
import type { FileResponse } from '../platform/http/endpoint-call.ts';
import { MailFailure } from '../platform/mail/mail-server.ts';
import { findMessage } from './find-message.ts';
import { type MessageLocation, selectLocation } from './message-contents.sql.ts';

interface AttachmentDeps {
  egress: Egress;
  credentials: MailboxCredentials;
}

/** Servers allow few connections, and one of them reads new messages. */
const maxOpenPerMailbox = 2;
const maxOpen = 20;
/** Of a part in base64 with line breaks. */
const maxEncodedBytes = maxAttachmentBytes * 1.4;
const searchMs = 45_000;

/** Reads attachments from mail servers while they are downloaded. */
export class Attachments {
  readonly #deps: AttachmentDeps;
  readonly #open = new Map<string, number>();

  constructor(deps: AttachmentDeps) {
    this.#deps = deps;
  }

  async *read(
    workspaceId: string,
    mailbox: MailboxRow,
    message: MessageLocation,
    attachment: Attachment,
  ): AsyncGenerator<Uint8Array> {
    const release = this.#acquire(mailbox.id);
    try {
      const session = await this.#connect(workspaceId, mailbox);
      try {
        yield* bounded(await this.#start(session, message, attachment));
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

  async #connect(workspaceId: string, mailbox: MailboxRow): Promise<ImapFlow> {
    const { egress, credentials } = this.#deps;
    try {
      const auth = await credentials.of(workspaceId, mailbox, { protocol: 'imap' });
      return await openImapSession({ egress, server: mailbox.imap, auth });
    } catch (error) {
      throw error instanceof MailFailure ? unreachable(error.message, error) : error;
    }
  }

  async #start(
    session: ImapFlow,
    message: MessageLocation,
    attachment: Attachment,
  ): Promise<Readable> {
    try {
      return await within(session, searchMs, async () => {
        const uid = await findMessage(session, message, attachment);
        if (uid === null) throw gone();
        const { content } = await session.download(String(uid), attachment.path, {
          uid: true,
          // One more, to see that there is more.
          maxBytes: maxAttachmentBytes + 1,
        });
        if (!content) throw gone();
        return content;
      });
    } catch (error) {
      throw error instanceof ApiError
        ? error
        : unreachable('The mail server ended the connection.', error);
    }
  }
}

/** Cuts off what is larger than announced, which every client notices. */
async function* bounded(content: Readable): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxAttachmentBytes) throw tooLarge();
    yield chunk;
  }
}

export async function getMessageAttachment(
  call: ManageCall<'getMessageAttachment', { attachments: Attachments }>,
): Promise<FileResponse> {
  const { caller, params, deps, read } = call;
  const { messageId, path } = params;
  const { message, mailbox } = await read(async (tx) => {
    const found = await selectLocation(tx, caller.userId, messageId);
    return { message: found, mailbox: found && (await selectMailbox(tx, found.mailboxId)) };
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
  if (attachment.bytes > maxEncodedBytes) throw tooLarge();
  return {
    name: safeFileName(attachment.name),
    type: 'application/octet-stream',
    pieces: () => deps.attachments.read(caller.workspaceId, mailbox, message, attachment),
  };
}

const gone = () =>
  new ApiError(
    'not_found',
    'The message is no longer on the mail server. It was deleted there, or moved to a folder that cannot be searched.',
  );

const tooLarge = () =>
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
 * The name of an attachment as a file can have it: one line, without folders, and without characters
 * that reverse the order of others, which make `fdp.exe` look like `exe.pdf`.
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
