import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The address that unsubscribes, as a hash, and the email whose link was used. */
export interface UnsubscribeRequest {
  workspaceId: string;
  /** The id of the outbound message. */
  messageId: string;
  emailHash: Buffer;
}

const idBytes = 16;
const hashBytes = 32;
const messageIdMacBytes = 12;
const unsubscribeMacBytes = 16;
const payloadBytes = 2 * idBytes + hashBytes;

/** The length of an unsubscribe token in base64url. */
const tokenLength = Math.ceil(((payloadBytes + unsubscribeMacBytes) * 8) / 6);
const maxSubjectLength = 1_000;

// Hexadecimal, because some servers change the case of a Message-ID.
const messageIdPattern = /^<?([0-9a-f]{32})\.([0-9a-f]{24})@[^<>@\s]{1,255}>?$/i;
const maxMessageIdLength = 400;

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * Signs Message-IDs and unsubscribe links, so that they cannot be forged. The keys are derived from
 * SUPPRESSION_KEY, which never changes: links in old emails must keep working.
 */
export class MailTokens {
  readonly #messageIdKey: Buffer;
  readonly #unsubscribeKey: Buffer;

  constructor(suppressionKey: string) {
    this.#messageIdKey = derive(suppressionKey, 'outcrop message id');
    this.#unsubscribeKey = derive(suppressionKey, 'outcrop unsubscribe');
  }

  /** The Message-ID header of an outbound message, with angle brackets. */
  messageId(outboundId: string, domain: string): string {
    const id = bytesOf(outboundId);
    return `<${id.toString('hex')}.${this.#messageIdMac(id).toString('hex')}@${domain}>`;
  }

  /** The outbound message that a Message-ID names, or null if it is not one of ours. */
  readMessageId(text: string): string | null {
    const trimmed = text.length > maxMessageIdLength ? '' : text.trim();
    const [, id, mac] = messageIdPattern.exec(trimmed) ?? [];
    if (id === undefined || mac === undefined) return null;
    const bytes = Buffer.from(id, 'hex');
    const isValid = timingSafeEqual(Buffer.from(mac, 'hex'), this.#messageIdMac(bytes));
    return isValid ? uuidOf(bytes) : null;
  }

  unsubscribeToken({ workspaceId, messageId, emailHash }: UnsubscribeRequest): string {
    if (emailHash.length !== hashBytes) throw new RangeError('An email hash has 32 bytes.');
    const payload = Buffer.concat([bytesOf(workspaceId), bytesOf(messageId), emailHash]);
    return Buffer.concat([payload, this.#unsubscribeMac(payload)]).toString('base64url');
  }

  /** Null for a token that is not ours. */
  readUnsubscribeToken(text: string): UnsubscribeRequest | null {
    if (text.length !== tokenLength) return null;
    const bytes = Buffer.from(text, 'base64url');
    // Different texts can decode to the same bytes; only the one that was issued is accepted.
    if (bytes.toString('base64url') !== text) return null;
    const payload = bytes.subarray(0, payloadBytes);
    if (!timingSafeEqual(bytes.subarray(payloadBytes), this.#unsubscribeMac(payload))) return null;
    return {
      workspaceId: uuidOf(payload.subarray(0, idBytes)),
      messageId: uuidOf(payload.subarray(idBytes, 2 * idBytes)),
      emailHash: Buffer.from(payload.subarray(2 * idBytes)),
    };
  }

  /**
   * Reads the subject of an email that was sent to the `mailto:` address of List-Unsubscribe. It may
   * have a prefix such as "Re:", or be broken into several lines.
   */
  readUnsubscribeMail(subject: string): UnsubscribeRequest | null {
    if (subject.length > maxSubjectLength) return null;
    const words = subject.trim().split(/\s+/);
    const candidates = [...words, words.join('').slice(-tokenLength)];
    return candidates.map((word) => this.readUnsubscribeToken(word)).find(Boolean) ?? null;
  }

  #messageIdMac(id: Buffer): Buffer {
    return mac(this.#messageIdKey, id, messageIdMacBytes);
  }

  #unsubscribeMac(payload: Buffer): Buffer {
    return mac(this.#unsubscribeKey, payload, unsubscribeMacBytes);
  }
}

const derive = (key: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', purpose, 32));

const mac = (key: Buffer, data: Buffer, length: number): Buffer =>
  createHmac('sha256', key).update(data).digest().subarray(0, length);

/** The page that an unsubscribe link opens. */
export const unsubscribePath = '/u';

/** The two ways to unsubscribe that an email offers: a link, and an email to its sender. */
export function unsubscribeLinks(
  tokens: MailTokens,
  request: UnsubscribeRequest,
  { origin, sender }: { origin: string; sender: string },
): { unsubscribeUrl: string; unsubscribeMailto: string } {
  const token = tokens.unsubscribeToken(request);
  return {
    unsubscribeUrl: `${origin}${unsubscribePath}/${token}`,
    unsubscribeMailto: `mailto:${encodeURIComponent(sender).replace('%40', '@')}?subject=${token}`,
  };
}
