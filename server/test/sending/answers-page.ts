import { type ReplyMeaning, smtpReplyRules } from '../../src/sending/smtp-reply-rules.ts';

const consequences: Record<ReplyMeaning, string> = {
  accepted: 'Sent. The next step is scheduled.',
  bounced: 'Hard bounce. Nothing more is sent to the address, in any campaign.',
  mailbox_full: 'Soft bounce. Tried again after 1 day and after 2 more; then held.',
  blocked:
    'Blocked. The prospect is held, and the address is not marked. Three in a day rest the mailbox until its next day.',
  later: 'Tried again after 15 minutes, 1 hour, 4 hours and 1 day; then held.',
  host_fails:
    'The email waits. The mailbox rests for 1, 5, 15 and 60 minutes; after an hour it needs attention.',
  limit_reached: 'The email waits. The mailbox rests until its next day.',
  sign_in_fails:
    'The email waits. An access token is renewed once; then the mailbox needs attention.',
  sender_refused: 'The email waits. The mailbox needs attention.',
  host_forbidden: 'The email waits. The mailbox needs attention.',
  unknown:
    'It is unknown whether it was sent. It is looked for in the Sent folder, and never sent again by itself: a user marks it as sent, sends it again or skips it.',
};

const stageNames: Record<string, string> = {
  forbidden: 'host',
  dns: 'DNS',
  connect: 'connect',
  tls: 'TLS',
  greeting: 'greeting',
  ehlo: 'EHLO',
  auth: 'AUTH',
  mail: 'MAIL',
  rcpt: 'RCPT',
  data: 'DATA',
  body: 'body',
  dot: 'after the dot',
};

/** The documentation page of the rules. */
export function answersPage(): string {
  const rows = smtpReplyRules.map(({ stages, answer, meaning, examples }) => {
    const where = stages.map((stage) => stageNames[stage]).join(', ');
    const example = examples.find((each) => each !== null);
    return `| ${where} | ${answer} | ${example ? `\`${example}\`` : ''} | ${consequences[meaning]} |`;
  });
  return `# What an SMTP answer means

The worker sends each email over one connection to the mailbox's own server. Where that ended, and with what answer, decides what happens. The first row that matches applies. The table comes from \`server/src/sending/smtp-reply-rules.ts\`; after a change there, \`npx vitest run server/src/sending/smtp-reply-rules.test.ts -u\` writes it again.

An email that waits is sent later by the same rules of pace, and counts only once against the daily limit. The worker waits 60 seconds for each answer before the final dot, and 10 minutes after it, as RFC 5321 asks.

| where | answer | example | what happens |
|---|---|---|---|
${rows.join('\n')}
`;
}
