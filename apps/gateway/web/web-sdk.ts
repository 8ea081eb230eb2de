import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';

/** Scripts and the demo page lie below it. */
export const WEB_SDK_PATH = '/sdk/web/';
/** The bundles are beside the compiled gateway; tests run from the sources. */
const FOLDERS = ['../../websdk/', '../../../dist/apps/websdk/'];
/**
 * How long a browser may use a script without asking: short, because the name is the same in every release. Browsers ask
 * for a service worker at each check for updates.
 */
const SHORT_CACHE = 'public, max-age=600, stale-while-revalidate=86400';
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface File {
  cache: string;
  headers?: Record<string, string>;
  /** Name in the folder, when it differs. */
  source?: string;
  /** `text/javascript` when absent. */
  type?: string;
}

const FILES: Readonly<Record<string, File>> = {
  'herald.js': { cache: SHORT_CACHE },
  'herald-inbox.js': { cache: SHORT_CACHE },
  'herald-preferences.js': { cache: SHORT_CACHE },
  // A page of the gateway's own origin may use it for all of its paths (Service Workers, section "Service-Worker-Allowed").
  'herald-sw.js': { cache: 'no-cache', headers: { 'Service-Worker-Allowed': '/' } },
};
/** A demo page, served where the simulators run. */
const DEMO: Readonly<Record<string, File>> = {
  demo: {
    source: 'demo.html',
    type: 'text/html',
    cache: 'no-cache',
    headers: { 'Content-Security-Policy': PAGE_POLICY, 'Referrer-Policy': 'no-referrer' },
  },
  'demo.js': { cache: 'no-cache' },
};
const ENCODINGS = ['br', 'gzip'] as const;

interface Script {
  /** By content encoding; `identity` is the plain one. */
  bodies: Record<'identity' | (typeof ENCODINGS)[number], Buffer>;
  etag: string;
}

/**
 * Serves the scripts of the Web SDK to pages of any origin, compressed once. They contain no data of an application.
 *
 * @param withDemo  serves the demo page too
 */
export function serveWebSdk(withDemo: boolean): RequestHandler {
  const files = withDemo ? { ...FILES, ...DEMO } : FILES;
  const scripts = new Map<string, Promise<Script>>();
  return (request, response, next) => {
    const name = request.path.slice(WEB_SDK_PATH.length);
    const file = Object.hasOwn(files, name) ? files[name] : undefined;
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) {
      next();
      return;
    }
    // Names the path as a route of Express would, so that logs and metrics name the file.
    request.route = { path: WEB_SDK_PATH + name };
    const script = scripts.get(name) ?? readScript(file.source ?? name);
    scripts.set(name, script);
    script.then(
      (read) => send(request, response, read, file),
      (error: unknown) => {
        scripts.delete(name);
        next(error);
      },
    );
  };
}

function send(
  request: Request,
  response: Response,
  { bodies, etag }: Script,
  { cache, headers = {}, type = 'text/javascript' }: File,
): void {
  const encoding = (request.get('accept-encoding') && request.acceptsEncodings(...ENCODINGS)) || 'identity';
  response.set({
    'Cache-Control': cache,
    ETag: `"${etag}-${encoding}"`,
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    // Isolated pages (COEP) load only what allows it.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...headers,
  });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  if (encoding !== 'identity') {
    response.set('Content-Encoding', encoding);
  }
  response
    .status(200)
    .type(`${type}; charset=utf-8`)
    .send(bodies[encoding as keyof Script['bodies']]);
}

async function readScript(name: string): Promise<Script> {
  const [bundle] = await Promise.all(
    FOLDERS.map((folder) => readFile(fileURLToPath(new URL(folder + name, import.meta.url))).catch(() => undefined)),
  ).then((read) => read.filter((body) => body !== undefined));
  if (!bundle) {
    throw new Error(`${name} is not built: run npm run build`);
  }
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(bundle), promisify(gzip)(bundle)]);
  const etag = createHash('sha256').update(bundle).digest('base64url').slice(0, 22);
  return { bodies: { identity: bundle, br, gzip: gzipped }, etag };
}
