/** Limits of everything that is read of a message. */
export const messageLimits = {
  /** Of a file that is read as a whole. The text parts of a message come before its attachments. */
  fileBytes: 2 * 1024 * 1024,
  headerBytes: 64 * 1024,
  /** Encoded: base64 takes a third more than the text. */
  partBytes: 384 * 1024,
  /** Decoded, for all parts together. */
  textLength: 256 * 1024,
  htmlLength: 256 * 1024,
  /** HTML that is converted to text, where a message has no text. */
  convertedHtmlLength: 128 * 1024,
  parts: 100,
  depth: 20,
  references: 100,
  recipients: 50,
  nameLength: 200,
  addressLength: 320,
  messageIdLength: 500,
  subjectLength: 1_000,
  headerValueLength: 1_000,
  /** The parser of quotes takes quadratic time for long lines. */
  ownWordsInput: 64 * 1024,
  lineLength: 2_000,
};
