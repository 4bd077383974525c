import { basePath } from '@outcrop/contract';
import type { FastifyInstance } from 'fastify';

const textFiles = {
  // The console is private, and the documentation of one server is not worth finding.
  '/robots.txt': 'User-agent: *\nDisallow: /\n',
  '/llms.txt': `# Outcrop

> Open-source prospecting: one clean record per person, campaigns, inbox and webhooks. This is the server of one
> operator, with its API at ${basePath.ext}.

- [OpenAPI document of the public API](/openapi.json)
- [OpenAPI document of the manage API](/openapi-manage.json)
- [API reference](/docs)
- [Guides](/docs/guides), such as the [quickstart](/docs/guides/quickstart) and [errors](/docs/guides/errors)
`,
};

/** Serves files that programs ask for at fixed paths, which would otherwise be pages of the console. */
export function mountTextFiles(app: FastifyInstance): void {
  for (const [path, text] of Object.entries(textFiles))
    app.get(path, (_request, reply) => reply.type('text/plain; charset=utf-8').send(text));
}
