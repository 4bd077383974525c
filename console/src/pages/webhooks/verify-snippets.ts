/** Complete receivers that verify signatures; the secret comes from the environment. */
export const verifySnippets = [
  {
    language: 'TypeScript',
    label: 'TypeScript receiver',
    code: `import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks'; // npm install standardwebhooks

const webhook = new Webhook(process.env.OUTCROP_WEBHOOK_SECRET!);

createServer(async (request, response) => {
  const payload = await buffer(request);
  try {
    const headers = request.headers as Record<string, string>;
    const event = webhook.verify(payload, headers) as { type: string; id: string };
    console.log(event.type, event.id);
    response.writeHead(204).end();
  } catch {
    response.writeHead(401).end();
  }
}).listen(8787);`,
  },
  {
    language: 'Python',
    label: 'Python receiver',
    code: `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

key = base64.b64decode(os.environ["OUTCROP_WEBHOOK_SECRET"].removeprefix("whsec_"))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        sent_at = self.headers.get("webhook-timestamp", "")
        signed = f"{self.headers.get('webhook-id')}.{sent_at}.".encode() + body
        digest = hmac.new(key, signed, hashlib.sha256).digest()
        expected = "v1," + base64.b64encode(digest).decode()
        signatures = self.headers.get("webhook-signature", "").split()
        fresh = sent_at.isdigit() and abs(time.time() - int(sent_at)) < 300
        valid = any(hmac.compare_digest(expected, each) for each in signatures)
        if fresh and valid:
            event = json.loads(body)
            print(event["type"], event["id"], flush=True)
        self.send_response(204 if fresh and valid else 401)
        self.end_headers()


HTTPServer(("", 8787), Receiver).serve_forever()`,
  },
];
