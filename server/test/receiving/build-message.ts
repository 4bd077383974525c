/** A message of the corpus, and the expected decision. */
export interface MessageCase {
  name: string;
  raw: string;
  kind: string;
  permanent?: boolean;
  recipient?: string;
  returnDate?: string | null;
  hasStatusPart?: boolean;
}

const sentAt = 'Tue, 17 Nov 2026 09:00:00 +0000';
const us = 'ann@outcrop.example';
export const prospectAddress = 'bob@acme.example';
export const returnedMessageId = 'step-1@outcrop.example';

interface Message {
  from?: string;
  subject?: string;
  headers?: string[];
  body: string;
  type?: string;
}

export const buildMessage = ({
  from = `Bob <${prospectAddress}>`,
  subject = 'Re: A question',
  headers = [],
  body,
  type,
}: Message) =>
  [
    ...headers,
    `From: ${from}`,
    `To: ${us}`,
    `Subject: ${encoded(subject)}`,
    `Date: ${sentAt}`,
    'MIME-Version: 1.0',
    `Content-Type: ${type ?? 'text/plain; charset=utf-8'}`,
    'Content-Transfer-Encoding: 8bit',
    '',
    body,
  ].join('\r\n');

const encoded = (text: string) =>
  /^[ -~]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;

/** The header of the email that a notice returns. */
export const originalHeader = (to = prospectAddress) =>
  [
    'Received: from mail.outcrop.example by mx.example; Tue, 17 Nov 2026 08:00:00 +0000',
    `Message-ID: <${returnedMessageId}>`,
    `From: Ann <${us}>`,
    `To: ${to}`,
    'Subject: A question',
  ].join('\r\n');

interface Report {
  from: string;
  subject: string;
  text: string;
  status: string;
  headers?: string[];
}

/** A notice with a delivery status part (RFC 3464). */
export const buildDeliveryReport = ({
  from,
  subject,
  text,
  status,
  headers = ['Return-Path: <>'],
}: Report) =>
  buildMessage({
    from,
    subject,
    headers,
    type: 'multipart/report; report-type=delivery-status; boundary="b1"',
    body: [
      '--b1',
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
      '--b1',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mail.outcrop.example',
      '',
      status,
      '--b1',
      'Content-Type: text/rfc822-headers',
      '',
      originalHeader(),
      '--b1--',
      '',
    ].join('\r\n'),
  });
