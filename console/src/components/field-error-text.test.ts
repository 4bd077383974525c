import { expect, test } from 'vitest';
import { fieldErrorText } from './field-error-text.ts';

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
  ['postX', 'unlisted', 'is required', 'Fill in this field.'],
  ['postSignIn', 'password', 'Incorrect password.', 'Incorrect password.'],
  ['postInvitations', 'email', 'is already a member', 'Is already a member.'],
])('%s shows the problem of its field %s, "%s", as "%s"', (endpoint, field, message, text) => {
  expect(fieldErrorText(endpoint, field, message)).toBe(text);
});
