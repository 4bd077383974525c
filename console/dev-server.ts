import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createServer } from 'vite';

interface Options {
  /** The server that Vite's websocket uses. */
  http: Server;
  /** The host name of the page. */
  host: string;
  /** Allows Vite's inline script and its style elements. */
  nonce: string;
  /** Folders outside the console, and what to do when one of their files changes. */
  watched: string[];
  onChange: (file: string) => void;
}

export interface ConsoleServer {
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  close: () => Promise<void>;
}

/** Serves the console's source files with hot reload. For development only. */
export async function startConsoleServer(options: Options): Promise<ConsoleServer> {
  const { http, host, nonce, watched, onChange } = options;
  const vite = await createServer({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    clearScreen: false,
    html: { cspNonce: nonce },
    server: { middlewareMode: true, ws: { server: http }, allowedHosts: [host], cors: false },
    plugins: [
      {
        name: 'watch-other-folders',
        // Called again when a changed configuration restarts Vite.
        configureServer: ({ watcher }) => {
          watcher.add(watched);
          for (const event of ['add', 'change', 'unlink'])
            watcher.on(event, (file: string) => {
              if (watched.some((folder) => file.startsWith(folder))) onChange(file);
            });
        },
      },
    ],
  });
  return {
    // Read for each request: a restart replaces it.
    handle: (request, response) => vite.middlewares(request, response),
    close: () => vite.close(),
  };
}
