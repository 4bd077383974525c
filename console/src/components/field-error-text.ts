import type { OutcropError } from '@outcrop/client';
import { toSentence } from './format.ts';

/** What to do about an empty field. The entry of a form takes precedence over the entry of a field. */
const requests: Record<string, string> = {
  'postSetupClaim.name': 'Enter your name',
  'postInvitationsAccept.name': 'Enter your name',
  'patchMe.name': 'Enter your name',
  'postMePassword.password': 'Enter your current password',
  address: 'Enter an email address',
  apiKey: 'Enter an API key',
  assigneeId: 'Choose a member',
  baseUrl: 'Enter a base URL',
  code: 'Enter a code',
  cooldownHours: 'Enter a number of hours',
  dailyLimit: 'Enter a daily limit',
  email: 'Enter an email address',
  events: 'Choose at least one event',
  expiresInDays: 'Choose when it expires',
  from: 'Choose a start date',
  gapFrom: 'Enter the shortest gap',
  gapTo: 'Enter the longest gap',
  linkedinUrl: 'Enter a LinkedIn URL',
  listName: 'Enter a list name',
  model: 'Enter a model',
  name: 'Enter a name',
  newPassword: 'Enter a new password',
  occurredAt: 'Choose a date and time',
  password: 'Enter a password',
  provider: 'Choose a provider',
  role: 'Choose a role',
  text: 'Enter a text',
  timeZone: 'Choose a time zone',
  to: 'Choose an end date',
  url: 'Enter a URL',
  userId: 'Choose a user',
  website: 'Enter a website',
  workspaceName: 'Enter a workspace name',
};

/** What the API says about a field, without the field's name, and what a form says instead. */
const rewrites: [pattern: RegExp, text: string][] = [
  [/^must be at least ([\d,]+) characters long$/, 'Use at least $1 characters.'],
  [/^must be at most ([\d,]+) characters long$/, 'Use at most $1 characters.'],
  [/^must be at least ([\d,.]+)$/, 'Enter $1 or more.'],
  [/^must be at most ([\d,.]+)$/, 'Enter $1 or less.'],
  [/^must have at most (.+)$/, 'Choose at most $1.'],
  [/^must be later than .+$/, 'Choose an end after the start.'],
  [/^must be a single line\b.*$/, 'Use a single line.'],
  [/^must be (an? (?!string|number|array).+)$/, 'Enter $1.'],
  [/^is already used by another (.+)$/, 'Another $1 has this name.'],
  [/^cannot be called: (.+)$/, 'Enter another URL: $1.'],
  [/^must not be in the future\b.*$/, 'Choose a time in the past, or add a follow-up.'],
  [/^cannot be cleared: a (.+)$/, 'A $1.'],
  [/^must contain (.+)$/, 'Add $1.'],
  [/^must be (".+")$/, 'Type $1.'],
];

/** What to do about a problem, or null if only the API has words for it. */
function rewrite(endpoint: string, field: string, message: string): string | null {
  const isMissing =
    /^(?:is required|must not be empty|must be (?:a string|a number|one of)\b|must have at least 1 item$)/;
  if (isMissing.test(message)) {
    const request = requests[`${endpoint}.${field}`] ?? requests[field] ?? 'Fill in this field';
    return `${request}.`;
  }
  const [pattern, text] = rewrites.find(([pattern]) => pattern.test(message)) ?? [];
  return pattern && text ? message.replace(pattern, text) : null;
}

/** What is wrong with a field of a form and what to do, without the field's name in the API. */
export const fieldErrorText = (endpoint: string, field: string, message: string): string =>
  rewrite(endpoint, field, message) ?? toSentence(message);

/** The same for all fields of an error that is shown in one place. */
export function errorText({ message, fieldErrors }: OutcropError): string {
  const texts = Object.entries(fieldErrors).flatMap(([field, messages]) =>
    messages.map((each) => rewrite('', field, each)),
  );
  return texts.length === 0 || texts.includes(null) ? message : texts.join(' ');
}
