import { stripVTControlCharacters } from 'node:util';
import { type DevTokens, devSignIn } from './seed-workspaces.ts';

const bold = '\u001b[1m';
const dim = '\u001b[2m';
const reset = '\u001b[0m';

interface StartedService {
  baseUrl: string;
  consoleUrl: string;
  tokens: DevTokens;
  /** Links to the running campaign. */
  links: { campaign: string; inbox: string } | null;
}

/** What `npm run dev` prints when everything is running: the link first, the other tokens last. */
export function startScreen(
  { baseUrl, consoleUrl, tokens, links }: StartedService,
  isTerminal = false,
): string {
  const text = `
  Outcrop is running. Open this link to sign in (it works once):

    ${bold}${consoleUrl}${reset}

  Later, sign in with:

    Email     ${devSignIn.email}
    Password  ${devSignIn.password}

${links ? campaignText(links) : ''}  API        ${baseUrl}
  Reference  ${new URL('/docs', baseUrl).href}
  OpenAPI    ${new URL('/openapi.json', baseUrl).href}

  Try the API:

    export TOKEN=${tokens.owner}
    curl -s ${baseUrl}/session -H "Authorization: Bearer $TOKEN"
    curl -s "${baseUrl}/prospects?q=chief&pageSize=3" -H "Authorization: Bearer $TOKEN"

${dim}  More tokens, valid until the next start:

    member           ${tokens.member}
    viewer           ${tokens.viewer}
    other workspace  ${tokens.otherWorkspace}
    small plan       ${tokens.smallPlan}

  Press Ctrl+C to stop. Your data is kept for the next start.${reset}
`;
  return isTerminal ? text : stripVTControlCharacters(text);
}

const campaignText = ({ campaign, inbox }: NonNullable<StartedService['links']>): string => `\
  A campaign is sending now, to a mail catcher on this machine. Some people answer:

    Emails    ${campaign}
    Replies   ${inbox}

`;
