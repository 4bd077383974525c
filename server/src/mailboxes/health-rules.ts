/** What each reason of a mailbox that does not send means, and what to do. */
const reasonAdvice: Record<string, string> = {
  not_connected: 'It has not passed a test yet. Test the mailbox.',
  signed_out: 'Its provider ended the sign-in. Sign in to the mailbox again.',
  auth: 'Its server refused the user name or password. Enter the password again, then test the mailbox.',
  sender:
    'Its server does not let this user send from this address. Allow the address at your email provider, then test the mailbox.',
  forbidden:
    'Its server is in a network that the operator does not allow. Use another server, or ask the operator.',
  limit: 'Its server reports that its sending limit is reached. Lower the daily limit.',
  blocked:
    'Several emails were refused as spam or by a policy. Check the delivery of the mailbox, and change the text of the campaign.',
  bounces:
    'Too many of its emails came back. Check where the addresses come from and stop writing to old ones, then resume the mailbox.',
  complaints:
    'Recipients reported its emails as spam. Write only to people who have a reason to hear from you, then resume the mailbox.',
  dns: 'DNS does not find its server. Check the name of the server.',
  connect: 'Its server does not accept connections. Check the server and the port.',
  tls: 'The connection to its server cannot be encrypted. Check the port and the certificate of the server.',
  greeting: 'Its server does not greet as a mail server. Check the server and the port.',
  ehlo: 'Its server ended the connection early. If this lasts, ask your email provider.',
  mail: 'Its server failed while it took an email. If this lasts, ask your email provider.',
};

/** Stages after the sender was named are one for a reader. */
const sameAs: Record<string, string> = { rcpt: 'mail', data: 'mail', body: 'mail', dot: 'mail' };

export const healthReasons = [...Object.keys(reasonAdvice), ...Object.keys(sameAs)];

/** Null for a mailbox without a reason. */
export const adviceForReason = (reason: string | null): string | null =>
  reason === null
    ? null
    : (reasonAdvice[sameAs[reason] ?? reason] ?? 'Test the mailbox to see what is wrong.');
