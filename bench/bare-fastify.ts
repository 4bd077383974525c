import fastify from 'fastify';

/** The framework alone: a route that answers a fixed body, for what HTTP itself costs. */
const app = fastify();
const body: unknown = JSON.parse(process.env['BODY'] ?? '{}');
app.get('/*', async () => body);
app.post('/*', async () => body);
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ origin }));
