import { join } from 'node:path';
import serveFiles from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../error.ts';

/**
 * The web console: files that were built beforehand, and one page for every address that a person
 * may open. Which of those addresses exist, the page itself knows.
 */
export async function mountConsole(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(serveFiles, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    // The name of each file changes with what is in it.
    immutable: true,
    maxAge: '365d',
    setHeaders: (reply) => {
      reply.headers({ vary: 'accept-encoding', 'cross-origin-resource-policy': 'same-origin' });
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || !asksForPage(request)) return undefined;
    reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' });
    return reply.sendFile('index.html', folder, { cacheControl: false });
  });
  app.setNotFoundHandler((request) => {
    throw new ApiError(
      'not_found',
      asksForPage(request)
        ? 'The console is not built. Whoever runs this service does it with: npm run build'
        : 'There is no such file. Reload the page: the console may have been built anew.',
    );
  });
}

/** A browser that opens an address says so; programs, scripts and images do not. */
const asksForPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  !/^\/(api|assets|docs)(\/|$)/.test(url);

// Scripts, styles, fonts and data come from here alone, and nothing of it stands in the page.
const policy = [
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
