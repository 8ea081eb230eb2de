import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { MAIL_FRAME, sendMailFrame } from './mail-frame.js';
import { PanelFiles, type PanelFile } from './panel-files.js';

/** The page and its files lie below it; the interface below `INTERFACE_PATH`. */
const PANEL_PATH = '/panel/';
const INTERFACE_PATH = '/panel/1.0/';
/** Files whose name has a hash of their content. */
const HASHED = /^assets\/.+-[\w-]{8,}\.\w+$/;
const YEAR = 'public, max-age=31536000, immutable';
/** The build writes it where the nonce of an answer belongs. */
const NONCE_PLACE = /__NONCE__/g;
const NOT_BUILT = 'The panel is not built: run npm run build.\n';

/**
 * Serves the panel: its page at every path below `/panel/`, because the page finds its screens itself, and its files. The
 * page's policy runs no script and takes no style but its own.
 */
export function servePanel(files = new PanelFiles()): RequestHandler {
  const answer = async (request: Request, response: Response): Promise<boolean> => {
    const { path, method } = request;
    if ((method !== 'GET' && method !== 'HEAD') || path.startsWith(INTERFACE_PATH)) {
      return false;
    }
    if (path === '/panel') {
      request.route = { path };
      response.redirect(308, PANEL_PATH);
      return true;
    }
    if (!path.startsWith(PANEL_PATH)) {
      return false;
    }
    // Names the path as a route of Express would, so that logs and metrics name the file, and not the paths of screens.
    request.route = { path: `${PANEL_PATH}*` };
    const name = path.slice(PANEL_PATH.length);
    if (name === MAIL_FRAME) {
      sendMailFrame(request, response);
      return true;
    }
    const file = await files.readFile(name);
    if (file) {
      sendFile(request, response, name, file);
      return true;
    }
    return name.startsWith('assets/') ? false : sendPage(response, await files.readIndex());
  };
  return (request, response, next) => {
    answer(request, response).then((answered) => (answered ? undefined : next()), next);
  };
}

function sendPage(response: Response, page: string | undefined): true {
  if (page === undefined) {
    response
      .set({ ...SAFE_HEADERS, 'Cache-Control': 'no-store' })
      .status(404)
      .type('text/plain')
      .send(NOT_BUILT);
    return true;
  }
  const nonce = randomBytes(18).toString('base64url');
  response
    .set({
      ...SAFE_HEADERS,
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': policyOf(nonce),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'X-Frame-Options': 'DENY',
    })
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(NONCE_PLACE, nonce));
  return true;
}

const SAFE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** @param nonce  of this answer alone: for the one style that the page's components add themselves */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

function sendFile(request: Request, response: Response, name: string, { body, br, gzip, etag }: PanelFile): void {
  const accepts = (encoding: string): boolean =>
    request.get('accept-encoding') !== undefined && request.acceptsEncodings(encoding) === encoding;
  // Browsers name both alike; the first is smaller.
  const [encoding, sent] =
    br && accepts('br') ? ['br', br] : gzip && accepts('gzip') ? ['gzip', gzip] : ['identity', body];
  const tag = `"${etag}-${encoding}"`;
  response.set({
    ...SAFE_HEADERS,
    'Cache-Control': HASHED.test(name) ? YEAR : 'no-cache',
    ETag: tag,
    Vary: 'Accept-Encoding',
    // An image that someone opens by itself is a document too.
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  });
  if (request.get('if-none-match') === tag) {
    response.status(304).end();
    return;
  }
  if (encoding !== 'identity') {
    response.set('Content-Encoding', encoding);
  }
  response.status(200).type(extname(name)).send(sent);
}
