import { type DevTokens, signIn } from './seed.ts';

/** What a person sees when everything is up: where it is, a token, and a call that works. */
export const screen = (baseUrl: string, consoleUrl: string, tokens: DevTokens): string => `
  Outcrop is up.

  Console      ${consoleUrl}
               signs in once; later: ${signIn.email}, ${signIn.password}
  API          ${baseUrl}
  Reference    ${new URL('/docs', baseUrl).href}
  Description  ${new URL('/openapi.json', baseUrl).href}

  Try it:

    curl -s ${baseUrl}/session \\
      -H "Authorization: Bearer ${tokens.owner}"

    curl -s "${baseUrl}/prospects?q=chief&pageSize=3" \\
      -H "Authorization: Bearer ${tokens.owner}"

  Other tokens, valid until the next start:

    member           ${tokens.member}
    viewer           ${tokens.viewer}
    other workspace  ${tokens.otherWorkspace}
    small plan       ${tokens.smallPlan}

  Ctrl+C stops it. The data stays for the next time.
`;
