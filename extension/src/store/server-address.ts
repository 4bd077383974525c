const loopback = new Set(['localhost', '127.0.0.1']);

/** The origin of a server address, or what is wrong with it. */
export function readServerAddress(text: string): { origin: string } | { problem: string } {
  const typed = text.trim();
  const host = typed.split(/[/:]/, 1)[0]!;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed)
    ? typed
    : `${loopback.has(host) ? 'http' : 'https'}://${typed}`;
  const url = URL.parse(address);
  if (typed === '' || !url?.hostname)
    return { problem: 'Enter an address such as https://outcrop.example.com.' };
  if (url.username || url.password)
    return { problem: 'Remove the user name and password from the address.' };
  const isSecure = url.protocol === 'https:';
  if (!isSecure && !(url.protocol === 'http:' && loopback.has(url.hostname)))
    return {
      problem: 'The address must start with https://, or your token could be read on the way.',
    };
  return { origin: url.origin };
}
