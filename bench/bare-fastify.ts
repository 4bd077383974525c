import fastify from 'fastify';

/** Fastify alone with a fixed body: the cost of HTTP itself. */
const app = fastify();
const body: unknown = JSON.parse(process.env['BODY'] ?? '{}');
app.get('/*', async () => body);
app.post('/*', async () => body);
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ origin }));
