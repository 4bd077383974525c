import { httpReceiver } from '../test-receiver.ts';

export type WebsitePages = Record<
  string,
  string | { status: number; headers?: Record<string, string> }
>;

/** A small website on this machine that records the requested paths. */
export async function startWebsite(pages: WebsitePages) {
  const requestedPaths: string[] = [];
  const { port } = await httpReceiver((request, response) => {
    requestedPaths.push(request.url!);
    const page = pages[request.url!];
    if (page === undefined) return void response.writeHead(404).end('nothing here');
    if (typeof page !== 'string') return void response.writeHead(page.status, page.headers).end();
    const type = request.url === '/robots.txt' ? 'text/plain' : 'text/html; charset=utf-8';
    response.writeHead(200, { 'content-type': type }).end(page);
  });
  return { url: `http://127.0.0.1:${port}`, seen: requestedPaths };
}

export const htmlPage = (body: string, language = 'en') =>
  `<!doctype html><html lang="${language}"><head><title>Saltmarsh</title></head><body>${body}</body></html>`;
