import { z } from 'zod';
import { defineEndpoint, publicDefaults } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { id, nameText } from '../fields.ts';
import { emailField, newPasswordField, oneTimeCodeField, userNameField } from './account-fields.ts';

export const getSetup = defineEndpoint({
  ...publicDefaults,
  id: 'getSetup',
  method: 'GET',
  path: '/setup',
  topic: 'Signing in',
  summary: 'Get the setup status',
  description: 'Public information about the instance, available before sign-in.',
  body: null,
  data: z.strictObject({
    claimed: z.boolean().describe('False until the first account is created.'),
    mail: z.boolean().describe('Whether the instance can send email.'),
    version: z.string(),
  }),
  examples: [
    {
      summary: 'A claimed instance that can send email',
      data: { claimed: true, mail: true, version: '0.1.0' },
    },
  ],
});

export const postSetupClaim = defineEndpoint({
  ...publicDefaults,
  id: 'postSetupClaim',
  method: 'POST',
  path: '/setup/claim',
  topic: 'Signing in',
  summary: 'Claim a new instance',
  description:
    'Creates the first account and its workspace with that account as Owner, and signs ' +
    'in. The code is in the log of the API’s first start, or comes from `npm run account ' +
    '-- claim-link`.',
  body: z.object({
    code: oneTimeCodeField,
    name: userNameField,
    email: emailField,
    password: newPasswordField,
    workspaceName: nameText(200).describe('Name of the workspace.'),
  }),
  data: z.strictObject({ workspaceId: id() }),
  examples: [
    {
      summary: 'The first account',
      body: {
        code: '4hGd0Yw2kTq8mVbN6xRzPcJsLfEuAiOy3W5D7ZtK1rM',
        name: 'Ines Duarte',
        email: 'ines@fernhill.example',
        password: 'seven quiet herons',
        workspaceName: 'Fernhill Instruments',
      },
      data: { workspaceId: exampleIds.workspace },
    },
  ],
});
