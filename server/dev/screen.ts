import { type DevTokens, signIn } from './seed.ts';

/** What a person sees when everything is up: where it is, how to sign in, and a call that works. */
export const screen = (baseUrl: string, consoleUrl: string, tokens: DevTokens): string => `
  Outcrop is up. Open this link to sign in (it works once):

    ${consoleUrl}

  After that, sign in with:

    Email:     ${signIn.email}
    Password:  ${signIn.password}

  API          ${baseUrl}
  Reference    ${new URL('/docs', baseUrl).href}
  Description  ${new URL('/openapi.json', baseUrl).href}

  Try the API:

    export TOKEN=${tokens.owner}
    curl -s ${baseUrl}/session -H "Authorization: Bearer $TOKEN"
    curl -s "${baseUrl}/prospects?q=chief&pageSize=3" -H "Authorization: Bearer $TOKEN"

  Other tokens, valid until the next start:

    member           ${tokens.member}
    viewer           ${tokens.viewer}
    other workspace  ${tokens.otherWorkspace}
    small plan       ${tokens.smallPlan}

  Press Ctrl+C to stop. The data stays for the next time.
`;
