export interface MessageFrame {
  /** No scripts, no forms, no same origin: links only open new tabs. */
  sandbox: string;
  referrerPolicy: 'no-referrer';
  srcDoc: string;
}

interface FrameOptions {
  /** Whether images on other servers may load. */
  images: boolean;
}

/**
 * The frame that shows the HTML of a message, which the server has cleaned. Its policy holds even if
 * the cleaning did not: nothing runs, and nothing loads but images that the user asked for. The page
 * cannot see into it, so it has no height of its own.
 */
export const messageFrame = (html: string, { images }: FrameOptions): MessageFrame => ({
  sandbox: 'allow-popups allow-popups-to-escape-sandbox',
  referrerPolicy: 'no-referrer',
  srcDoc: [
    '<!doctype html><html><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy(images)}">`,
    '<meta http-equiv="x-dns-prefetch-control" content="off">',
    '<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light">',
    '<base target="_blank"></head>',
    `<body style="${bodyStyle}">${html}</body></html>`,
  ].join(''),
});

const policy = (images: boolean): string =>
  [
    "default-src 'none'",
    `img-src data:${images ? ' https:' : ''}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** Senders expect a white page, whatever the theme of the console. */
const bodyStyle = [
  'margin:0',
  'background:#fff',
  'color:#1c1c1c',
  'font:14px/1.5 system-ui,sans-serif',
  'overflow-wrap:anywhere',
].join(';');
