import { createHash } from 'node:crypto';

interface PageContent {
  title: string;
  text: string[];
  button?: string;
}

const style = `
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center }
main { box-sizing: border-box; width: 100%; max-width: 28rem; padding: 2rem 1.5rem }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25 }
p { margin: 0 0 .75rem }
button { width: 100%; min-height: 3rem; margin: .75rem 0 0; padding: .5rem 1rem; border: 0;
  border-radius: .5rem; background: #0b6e66; color: #fff; font: inherit; font-weight: 600; cursor: pointer }
button:focus-visible { outline: 3px solid #5cc4b6; outline-offset: 2px }
`;

/** No script, no cookie, nothing from elsewhere. The form can only be sent to this origin. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';');

// The form has no action, so that it is sent to the page's own address.
const renderPage = ({ title, text, button }: PageContent): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
${text.map((each) => `      <p>${each}</p>\n`).join('')}${
  button === undefined
    ? ''
    : `      <form method="post"><button type="submit" name="List-Unsubscribe" value="One-Click">${button}</button></form>\n`
}    </main>
  </body>
</html>
`;

export const unsubscribePages = {
  ask: renderPage({
    title: 'Unsubscribe',
    text: ['Stop getting emails from this sender?'],
    button: 'Unsubscribe',
  }),
  done: renderPage({
    title: 'You are unsubscribed',
    text: [
      'You won’t get any more emails from this sender at this address.',
      'If you change your mind, contact the sender.',
    ],
  }),
  unknown: renderPage({
    title: 'This link does not work',
    text: [
      'It may be incomplete. Open the link in the email again.',
      'If it still does not work, reply to the email and ask to be removed.',
    ],
  }),
  recorded: renderPage({
    title: 'Almost done',
    text: [
      'Your request is saved. One more email may already be on its way.',
      'Select Confirm to finish.',
    ],
    button: 'Confirm',
  }),
  unavailable: renderPage({
    title: 'Your request was not saved',
    text: ['The service is busy. Try again in a moment.'],
    button: 'Try again',
  }),
  tooMany: renderPage({
    title: 'Too many requests',
    text: ['Too many requests came from your network. Try again in a minute.'],
    button: 'Try again',
  }),
};
