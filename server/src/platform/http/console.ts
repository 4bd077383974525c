import { existsSync, readFileSync } from 'node:fs';
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
  const preloads = readPreloads(folder);
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || !isPageRequest(request)) return undefined;
    reply.headers({ 'content-security-policy': consolePolicy, 'cache-control': 'no-cache' });
    const pathname = request.url.split('?')[0]!;
    const preload = preloads.find(({ pattern }) => pattern.test({ pathname }));
    if (preload) reply.header('link', preload.links);
    return reply.sendFile('index.html', folder, { cacheControl: false });
  });
  app.setNotFoundHandler((request) => {
    throw new ApiError(
      'not_found',
      isPageRequest(request)
        ? 'The console is not built. The operator can build it with: npm run build'
        : 'File not found. Reload the page: the console may have been updated.',
    );
  });
}

/** The files to load together with each page, as listed by the console's build. */
function readPreloads(folder: string): { pattern: URLPattern; links: string }[] {
  const file = join(folder, 'page-preloads.json');
  if (!existsSync(file)) return [];
  const links = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return Object.entries(links).map(([pathname, links]) => ({
    pattern: new URLPattern({ pathname }),
    links,
  }));
}

/** Only browsers that open a page accept text/html; API clients and scripts do not. */
export const isPageRequest = ({
  method,
  url,
  headers,
}: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  !/^\/(api|assets|docs)(\/|$)/.test(url);

// Scripts, style sheets, fonts and data are same-origin only, and none are inline. The frame that
// shows a message has no address and inherits this policy. So the policy must allow what a message
// may have: inline styles, and https images if the user asks for them. No other frame is allowed.
export const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data: https:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');
