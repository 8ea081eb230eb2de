import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

/** The path of the files of pages, in every process that has pages. */
export const ASSETS_PATH = '/assets/';
/** The build writes them beside the compiled processes; tests run from the sources. */
const FOLDERS = ['../../../apps/pages/', '../../../dist/apps/pages/'];
const TYPES: Readonly<Record<string, string>> = {
  'page.css': 'text/css; charset=utf-8',
  'deliveries.js': 'text/javascript; charset=utf-8',
  'reference.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'inter-latin.woff2': 'font/woff2',
  'inter-latin-ext.woff2': 'font/woff2',
};

interface Asset {
  body: Buffer;
  /** Absent where the file is compressed by itself. */
  br?: Buffer;
  etag: string;
}

const assets = new Map<string, Promise<Asset>>();

/**
 * Answers requests for the files of pages. They contain no data; a browser asks each time whether it has the newest.
 *
 * @returns false when the path is none of them; the response is then untouched
 * @throws Error when the file is not built
 */
export async function answerAsset(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const name = path.startsWith(ASSETS_PATH) ? path.slice(ASSETS_PATH.length) : '';
  const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  if (type === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) {
    return false;
  }
  const { body, br, etag } = await readAsset(name);
  const isBrotli = br !== undefined && /\bbr\b/.test(request.headers['accept-encoding']?.toString() ?? '');
  const tag = `"${etag}${isBrotli ? '-br' : ''}"`;
  const isFresh = request.headers['if-none-match'] === tag;
  const sent = isBrotli ? br : body;
  response.writeHead(isFresh ? 304 : 200, {
    'Cache-Control': 'no-cache',
    ETag: tag,
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // An icon that someone opens by itself is a document too.
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    ...(!isFresh && { 'Content-Type': type, 'Content-Length': sent.length }),
    ...(!isFresh && isBrotli && { 'Content-Encoding': 'br' }),
  });
  response.end(isFresh || request.method === 'HEAD' ? undefined : sent);
  return true;
}

function readAsset(name: string): Promise<Asset> {
  const asset = assets.get(name) ?? loadAsset(name);
  assets.set(name, asset);
  // The next request looks again: the file may have been built in the meantime.
  asset.catch(() => assets.delete(name));
  return asset;
}

async function loadAsset(name: string): Promise<Asset> {
  const read = await Promise.all(
    FOLDERS.map((folder) => readFile(fileURLToPath(new URL(folder + name, import.meta.url))).catch(() => undefined)),
  );
  const body = read.find((content) => content !== undefined);
  if (body === undefined) {
    throw new Error(`${name} is not built: run npm run build`);
  }
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return name.endsWith('.woff2') ? { body, etag } : { body, br: await promisify(brotliCompress)(body), etag };
}
