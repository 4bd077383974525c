import { OutcropError } from '@outcrop/client';
import { expect, test } from 'vitest';
import { errorText, fieldErrorText } from './field-error-text.ts';

test.each([
  ['postSetupClaim', 'workspaceName', 'is required', 'Enter a workspace name.'],
  ['postSetupClaim', 'name', 'is required', 'Enter your name.'],
  ['postSetupClaim', 'email', 'is required', 'Enter an email address.'],
  ['postSetupClaim', 'email', 'must be a valid email address', 'Enter a valid email address.'],
  ['postSetupClaim', 'password', 'is required', 'Enter a password.'],
  [
    'postSetupClaim',
    'password',
    'must be at least 10 characters long',
    'Use at least 10 characters.',
  ],
  ['patchAiSettings', 'apiKey', 'is required for anthropic', 'Enter an API key.'],
  ['patchMailSettings', 'companyPerDay', 'must be at least 1', 'Enter 1 or more.'],
  ['postWebhooks', 'events', 'must have at least 1 item', 'Choose at least one event.'],
  ['postTokens', 'expiresInDays', 'must be one of 30, 90, 365', 'Choose when it expires.'],
  ['patchCampaign', 'footer', 'must contain {{unsubscribeUrl}}', 'Add {{unsubscribeUrl}}.'],
  ['postSavedReplies', 'text', 'must not be empty', 'Enter a text.'],
  ['postTokensRotate', 'workspaceName', 'must be "Fernhill"', 'Type "Fernhill".'],
  [
    'postViews',
    'name',
    'is already used by another private view',
    'Another private view has this name.',
  ],
  ['postX', 'unlisted', 'is required', 'Fill in this field.'],
  ['postSignIn', 'password', 'Incorrect password.', 'Incorrect password.'],
  ['postInvitations', 'email', 'is already a member', 'Is already a member.'],
])('%s shows the problem of its field %s, "%s", as "%s"', (endpoint, field, message, text) => {
  expect(fieldErrorText(endpoint, field, message)).toBe(text);
});

const refused = (fieldErrors: Record<string, string[]>) =>
  new OutcropError(new Response(null, { status: 422 }), {
    code: 'validation_error',
    message: 'workspaceName must be "Fernhill".',
    correlationId: '',
    fieldErrors,
  });

test('an error in one place has no names of fields, unless only the API has words for it', () => {
  expect(errorText(refused({ workspaceName: ['must be "Fernhill"'] }))).toBe('Type "Fernhill".');
  const { message } = refused({});
  expect(errorText(refused({}))).toBe(message);
  expect(errorText(refused({ to: ['refers to nothing'], name: ['is required'] }))).toBe(message);
});
