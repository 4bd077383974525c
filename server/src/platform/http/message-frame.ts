import type { FastifyInstance } from 'fastify';

/** An empty page, into which the console writes the HTML of a message. */
const page =
  '<!doctype html><html lang=""><head><meta charset="utf-8"><meta name="color-scheme" content="light">' +
  '<title>Message</title></head><body></body></html>';

/**
 * A page of its own, because a frame without one would have the console's policy, which forbids styles.
 * No script ever runs in it, and it is the policy that keeps images away until the user asks.
 */
export function mountMessageFrame(app: FastifyInstance): void {
  for (const [path, images] of [
    ['/api/message-frame', 'data:'],
    ['/api/message-frame/images', 'data: https:'],
  ] as const)
    app.get(path, async (_request, reply) =>
      reply
        .type('text/html')
        .headers({
          'content-security-policy': policy(images),
          'x-frame-options': 'SAMEORIGIN',
          'cache-control': 'no-cache',
        })
        .send(page),
    );
}

const policy = (images: string): string =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src ${images}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
  ].join(';');
