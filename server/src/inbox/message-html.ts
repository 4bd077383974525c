import type { ManageResult } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { ApiError, notFound } from '../platform/error.ts';
import { ThreadLimitExceeded } from '../platform/thread-pool.ts';
import type { HtmlSanitizer } from './html-sanitizer.ts';
import { selectMessageHtml } from './message-contents.sql.ts';

export async function getMessageHtml(
  call: ManageCall<'getMessageHtml', { sanitizer: HtmlSanitizer }>,
): Promise<ManageResult<'getMessageHtml'>> {
  const { caller, params, query, deps, read, signal } = call;
  const { messageId } = params;
  const message = await read((tx) => selectMessageHtml(tx, caller.userId, messageId));
  if (!message) throw notFound('received message', messageId);
  if (message.html === null)
    throw new ApiError('not_found', 'This message has no HTML, or it was deleted.', {
      notFound: [messageId],
    });
  const task = { html: message.html, images: query.images ?? false };
  try {
    return await deps.sanitizer.clean(caller.workspaceId, task, signal);
  } catch (error) {
    if (!(error instanceof ThreadLimitExceeded)) throw error;
    throw new ApiError(
      'not_found',
      'The HTML of this message takes too long to check. Read its text instead.',
      { notFound: [messageId] },
    );
  }
}
