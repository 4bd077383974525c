import { Agent, request } from 'node:http';

export interface BenchRequest {
  path: string;
  method: 'GET' | 'POST';
  token: string;
  body?: string;
}

export interface LoadFigures {
  perSecond: number;
  p50: number;
  p99: number;
  requests: number;
}

/** Runs callers in a closed loop for some seconds. Any answer but 200 fails the run. */
export async function runLoad(
  origins: string[],
  callers: number,
  seconds: number,
  next: () => BenchRequest,
): Promise<LoadFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const times: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1_000;
  const caller = async (n: number) => {
    const origin = new URL(origins[n % origins.length]!);
    while (performance.now() < end) {
      const sent = performance.now();
      await sendRequest(agent, origin, next());
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, n) => caller(n)));
  const elapsed = (performance.now() - started) / 1_000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99), requests: times.length };
}

function sendRequest(
  agent: Agent,
  origin: URL,
  { path, method, token, body }: BenchRequest,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
    };
    const call = request(
      { host: origin.hostname, port: origin.port, path, method, agent, headers },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () =>
          response.statusCode === 200
            ? resolve(text)
            : reject(new Error(`${method} ${path}: ${response.statusCode} ${text.slice(0, 300)}`)),
        );
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}
