import { z } from 'zod';
import { endpoint, openLine } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { id, nameText } from '../fields.ts';
import { email, newPassword, oneTimeCode, personName } from './person.ts';

export const getSetup = endpoint({
  ...openLine,
  id: 'getSetup',
  method: 'GET',
  path: '/setup',
  summary: 'Read how this instance is set up',
  description: 'What someone may know before they sign in.',
  body: null,
  data: z.strictObject({
    claimed: z.boolean().describe('False while nobody has an account here.'),
    mail: z.boolean().describe('Whether the instance can send mail.'),
    version: z.string(),
  }),
  examples: [
    {
      summary: 'An instance in use, which sends mail',
      data: { claimed: true, mail: true, version: '0.1.0' },
    },
  ],
});

export const postSetupClaim = endpoint({
  ...openLine,
  id: 'postSetupClaim',
  method: 'POST',
  path: '/setup/claim',
  summary: 'Claim a new instance',
  description:
    'Makes the first account and the first workspace, of which it is the Owner, and signs in. ' +
    'The code comes from the log of the API’s first start, or from `npm run account -- claim-link`.',
  body: z.object({
    code: oneTimeCode,
    name: personName,
    email,
    password: newPassword,
    workspaceName: nameText(200).describe('What the workspace is called.'),
  }),
  data: z.strictObject({ workspaceId: id() }),
  examples: [
    {
      summary: 'The first person of all',
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
