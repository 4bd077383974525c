import { join } from 'node:path';
import serveFiles from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../error.ts';

/**
 * Serves the built console: its files, and index.html for every page URL. The console itself
 * handles unknown pages.
 */
export async function mountConsole(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(serveFiles, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    // File names contain a content hash.
    immutable: true,
    maxAge: '365d',
    setHeaders: (reply) => {
      reply.headers({ vary: 'accept-encoding', 'cross-origin-resource-policy': 'same-origin' });
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || !asksForPage(request)) return undefined;
    reply.headers({ 'content-security-policy': consolePolicy, 'cache-control': 'no-cache' });
    return reply.sendFile('index.html', folder, { cacheControl: false });
  });
  app.setNotFoundHandler((request) => {
    throw new ApiError(
      'not_found',
      asksForPage(request)
        ? 'The console is not built. The operator can build it with: npm run build'
        : 'File not found. Reload the page: the console may have been updated.',
    );
  });
}

/** Only browsers that open a page accept text/html; API clients and scripts do not. */
export const asksForPage = ({
  method,
  url,
  headers,
}: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  !/^\/(api|assets|docs)(\/|$)/.test(url);

// Scripts, styles, fonts and data are same-origin only, and none are inline.
export const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');
