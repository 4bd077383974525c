import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { docsColors, renderDocsPage } from './docs-page.ts';

/** The API reference at /docs. It loads the two OpenAPI documents and nothing external. */
export function mountReference(app: FastifyInstance): void {
  for (const url of ['/docs', '/docs/'])
    app.get(url, async (_request, reply) =>
      reply.type('text/html').header('content-security-policy', referencePolicy).send(page),
    );
  app.get('/docs/start.js', async (_request, reply) =>
    reply.type('text/javascript').send(startScript),
  );

  let script: ReturnType<typeof scalarScript> | undefined;
  app.get('/docs/scalar.js', async (request, reply) => {
    script ??= scalarScript();
    const { etag, plain, zipped } = await script;
    reply
      .type('text/javascript')
      .headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(zipped);
  });
}

/** Scalar's plugin is 4 MB, so it is loaded for the first reader and not at start. */
async function scalarScript() {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const holder = fastify();
  await holder.register(scalar, { routePrefix: '/', configuration: { url: '/openapi.json' } });
  const { rawPayload: plain } = await holder.inject('/js/scalar.js');
  await holder.close();
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
  return { etag, plain, zipped: await promisify(gzip)(plain) };
}

// Scalar uses inline styles; scripts and data are same-origin only.
const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');

/** Scalar marks the chosen theme, the system's by default, on the body. */
const styles = `
  body.dark-mode { ${docsColors.dark} }
  :root { --scalar-custom-header-height: 48px; --scalar-font: "Inter Variable", system-ui, sans-serif; --scalar-radius: 6px }
  .light-mode, .dark-mode {
    --scalar-background-1: var(--surface); --scalar-background-2: var(--ground);
    --scalar-border-color: var(--line); --scalar-color-1: var(--text); --scalar-color-2: var(--muted);
    --scalar-color-accent: var(--accent); --scalar-sidebar-background-1: var(--ground);
    --scalar-sidebar-color-active: var(--accent);
  }
`;

const page = renderDocsPage({
  title: 'Outcrop API',
  path: '/docs',
  styles,
  body: `<div id="reference"></div>
    <script src="/docs/scalar.js"></script>
    <script src="/docs/start.js"></script>`,
});

/** All Scalar features that call Scalar's servers are off. */
const startScript = `Scalar.createApiReference('#reference', ${JSON.stringify({
  sources: [
    { title: 'Public API', slug: 'public', url: '/openapi.json', default: true },
    { title: 'Manage API', slug: 'manage', url: '/openapi-manage.json' },
    { title: 'Connect API', slug: 'connect', url: '/openapi-connect.json' },
  ],
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  defaultOpenAllTags: true,
  orderSchemaPropertiesBy: 'preserve',
  // A whole section is focused when a link leads to it; an outline does not help there.
  customCss: 'section:focus-visible { outline: none }',
  agent: { disabled: true },
  mcp: { disabled: true },
})});\n`;
