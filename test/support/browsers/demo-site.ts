import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface DemoSite {
  /** `localhost` counts as secure, so service workers are allowed. */
  origin: string;
  /** Paths that were asked for, in order. */
  asked: string[];
  close(): Promise<void>;
}

/** A ring, 48 by 48. */
const ICON = Buffer.from(
  [
    'iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAMAAABg3Am1AAAACVBMVEUlY+v///8AAADkYxEoAAAAA3RSTlP//wDXyg1BAAAAjUlEQVR42u3WwQ',
    '6AIAwD0M7//2gTo5hIGe0MnuxR+07KBjYzYM9aFIBHJgAkCcAgA4AkDACSgNa/BcR+E1D7l4DcP0UNALoogf5NHKGCgWjhYFgnhICITJRA3u/E',
    'WxAxET9Y9R3W/0v+720fIP+Irp8aH0w+fxj7495fKP7K8peiv3YLi71wdShcTmbZAa50Bj38+Xd7AAAAAElFTkSuQmCC',
  ].join(''),
  'base64',
);

/** A site with the page and the service worker of docs/web-sdk.md, as someone would copy them. */
export async function startDemoSite(gateway: string, key: string): Promise<DemoSite> {
  const documented = readFileSync('docs/web-sdk.md', 'utf8');
  const block = (language: string): string =>
    (new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(documented)?.[1] ?? '')
      .replaceAll('https://push.example.com', gateway)
      .replaceAll('YOUR_JS_KEY', key);
  const files: Record<string, [type: string, body: string | Buffer]> = {
    '/': ['text/html; charset=utf-8', block('html')],
    '/herald-sw.js': ['text/javascript', block('js')],
    '/icon.png': ['image/png', ICON],
    '/offer': ['text/html', '<!doctype html><title>Offer</title>'],
    '/look': ['text/html', '<!doctype html><title>Look</title>'],
  };
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const [type, body] = files[path] ?? ['text/plain', ''];
    response.writeHead(path in files ? 200 : 404, { 'content-type': type }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked: requests,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
