import type { MessageStructureObject } from 'imapflow';
import type { MessageAttachment } from '../core/receiving/message.ts';

/** A part whose text is read. */
export interface TextPart {
  path: string;
  /** The text of a message without parts has the header of the message. */
  hasOwnHeader: boolean;
}

interface MessageContents {
  textParts: TextPart[];
  attachments: MessageAttachment[];
}

export const maxHeaderBytes = 64 * 1024;
export const maxPartHeaderBytes = 8 * 1024;
export const maxTextBytes = 256 * 1024;
/**
 * The most bytes of all parts of a message. A server's answer about one message must stay below the
 * limit of a session.
 */
const maxTotalBytes = 1024 * 1024;
const maxTextParts = 20;
const maxAttachments = 100;
const maxNodes = 2_000;
const maxNameLength = 255;

const textTypes = new Set(['text/plain', 'text/html', 'text/rfc822-headers']);
const reportTypes = new Set([
  'message/delivery-status',
  'message/global-delivery-status',
  'message/feedback-report',
  'message/disposition-notification',
  'message/global-disposition-notification',
]);
/** The answer to an invitation. It stays an attachment that can be opened. */
const calendarType = 'text/calendar';
const returnedTypes = new Set(['message/rfc822', 'message/global', 'message/global-headers']);

/**
 * Selects the parts whose text is read, and the parts that are only listed. Without recursion, because
 * senders choose the depth.
 */
export function contentsOf(structure: MessageStructureObject): MessageContents {
  const contents: MessageContents = { textParts: [], attachments: [] };
  let left = maxTotalBytes;
  const waiting: { node: MessageStructureObject; isInReport: boolean }[] = [
    { node: structure, isInReport: false },
  ];
  for (let seen = 0; waiting.length > 0 && seen < maxNodes; seen++) {
    const { node, isInReport } = waiting.pop()!;
    if (node.type.startsWith('multipart/')) {
      const isReport = node.type === 'multipart/report';
      for (const child of (node.childNodes ?? []).toReversed())
        waiting.push({ node: child, isInReport: isReport });
      continue;
    }
    const size = Math.min(node.size ?? 0, maxTextBytes);
    const canRead = contents.textParts.length < maxTextParts && size + maxPartHeaderBytes <= left;
    if (isReadPart(node, isInReport) && canRead) {
      contents.textParts.push({ path: node.part ?? '1', hasOwnHeader: node.part !== undefined });
      left -= size + maxPartHeaderBytes;
      if (node.type === calendarType && contents.attachments.length < maxAttachments)
        contents.attachments.push(attachmentOf(node));
    } else if (contents.attachments.length < maxAttachments) {
      contents.attachments.push(attachmentOf(node));
    }
  }
  return contents;
}

/** The message that a report returns is read too, because it names the email that the report is about. */
const isReadPart = (node: MessageStructureObject, isInReport: boolean): boolean =>
  reportTypes.has(node.type) ||
  (isInReport && returnedTypes.has(node.type)) ||
  (node.type === calendarType && node.disposition !== 'attachment') ||
  (textTypes.has(node.type) && (isInReport || node.disposition !== 'attachment'));

const attachmentOf = (node: MessageStructureObject): MessageAttachment => ({
  path: node.part ?? '1',
  name:
    (node.dispositionParameters?.['filename'] ?? node.parameters?.['name'])?.slice(
      0,
      maxNameLength,
    ) ?? null,
  type: node.type.slice(0, maxNameLength),
  bytes: node.size ?? 0,
});
