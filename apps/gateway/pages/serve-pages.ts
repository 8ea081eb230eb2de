import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { INestApplication } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import type { PlatformOptions } from '#platform/app';
import type { Config } from '#platform/config';
import type { HealthSource } from '#platform/health';
import { AddressList } from '#platform/net';
import { answerAsset, ASSETS_PATH, PAGE_HEADERS, wantsPage } from '#platform/pages';
import { keyHeader } from '../http/auth/api-key.guard.js';
import { prepareDocument } from '../http/openapi/openapi.js';
import { clientAddress } from '../http/request/client-address.js';
import { homePage, type Home } from './home-page.js';
import { makeHomeState } from './home-state.js';
import { referencePage } from './reference/reference-page.js';

/** The paths that `servePages` looks at. */
export const PAGE_PATHS = /^\/(docs\/?|assets\/.*)?$/;

interface Stored {
  text: string;
  br: Promise<Buffer>;
  etag: string;
}

const references = new WeakMap<INestApplication, Stored>();

/** Draws the API reference at its first use. That holds the thread for a moment, and a start does not wait for it. */
function prepareReference(app: INestApplication, config: Config): Stored {
  const existing = references.get(app);
  if (existing) {
    return existing;
  }
  const text = referencePage(prepareDocument(app, config), keyHeader(config));
  const etag = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  const stored = { text, br: promisify(brotliCompress)(text), etag };
  references.set(app, stored);
  return stored;
}

/**
 * Serves people: `/` where a browser asks for it, `/docs`, and the files of both. A program that asks for `/` gets what
 * any unknown path gets.
 */
export function servePages(
  app: INestApplication,
  platform: PlatformOptions,
  ready: HealthSource['ready'],
): RequestHandler {
  const { config } = platform;
  const readers = AddressList.parse(config.METRICS_FROM);
  const state = makeHomeState(platform, ready);
  const header = keyHeader(config);
  const readDetails = async (): Promise<NonNullable<Home['details']>> => ({
    ...(await state.get()),
    demo: config.SIMULATOR_PORT > 0 && config.HERALD_DEMO,
    ...(config.SIMULATOR_PORT > 0 && { simulators: `http://${config.SIMULATOR_HOST}:${config.SIMULATOR_PORT}` }),
  });
  const answer = async (request: Request, response: Response): Promise<boolean> => {
    const { path } = request;
    if (path === '/' && wantsPage(request)) {
      // Names the path as a route of Express would, so that logs and metrics name the page.
      request.route = { path };
      const base = `${request.protocol}://${request.get('host') ?? 'localhost'}`;
      const details = mayReadDetails(request, config, readers) ? await readDetails() : undefined;
      response.set(PAGE_HEADERS).send(homePage({ base, keyHeader: header, ...(details && { details }) }));
      return true;
    }
    if (/^\/docs\/?$/.test(path) && (request.method === 'GET' || request.method === 'HEAD')) {
      request.route = { path: '/docs' };
      await sendReference(request, response, prepareReference(app, config));
      return true;
    }
    if (path.startsWith(ASSETS_PATH)) {
      request.route = { path: `${ASSETS_PATH}:name` };
    }
    return answerAsset(path, request, response);
  };
  return (request, response, next) => {
    answer(request, response).then((answered) => (answered ? undefined : next()), next);
  };
}

/**
 * Tests if the client may read what runs: as it may the metrics. Behind a proxy that no setting names every client has
 * the proxy's address, so none may.
 */
function mayReadDetails(request: Request, { TRUSTED_PROXIES }: Config, readers: AddressList): boolean {
  const isForwarded = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip'].some(
    (name) => request.headers[name] !== undefined,
  );
  return (TRUSTED_PROXIES !== undefined || !isForwarded) && readers.has(clientAddress(request));
}

async function sendReference(request: Request, response: Response, { text, br, etag }: Stored): Promise<void> {
  const isBrotli = request.acceptsEncodings('br') === 'br' && request.get('accept-encoding') !== undefined;
  const tag = `"${etag}${isBrotli ? '-br' : ''}"`;
  response.set({ ...PAGE_HEADERS, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ETag: tag });
  if (request.get('if-none-match') === tag) {
    response.status(304).end();
    return;
  }
  if (isBrotli) {
    response.set('Content-Encoding', 'br').send(await br);
  } else {
    response.send(text);
  }
}
