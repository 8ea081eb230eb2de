import type { Request, Response } from 'express';

/** The name of the frame with the preview of a mail, in the panel's page. */
export const MAIL_FRAME = 'mail-frame';

/** An empty document that the page fills with a mail. */
const DOCUMENT = '<!doctype html><html><head><title>Mail</title></head><body></body></html>';

/**
 * Serves the document of a preview. Its policy runs nothing: neither a script nor a form nor a frame, and loads nothing
 * but pictures of Herald, or with `?pictures=1` those of every server. The frame keeps the origin, so that the page can
 * fill it; without scripts no one in it can use that (HTML, "sandboxing": `allow-same-origin` is dangerous together with
 * `allow-scripts` alone).
 */
export function sendMailFrame(request: Request, response: Response): void {
  response
    .set(mailFrameHeaders(request.query['pictures'] === '1'))
    .type('text/html; charset=utf-8')
    .send(DOCUMENT);
}

function mailFrameHeaders(hasPictures: boolean): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      hasPictures ? "img-src 'self' data: https: http:" : "img-src 'self' data:",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-same-origin',
    ].join('; '),
    'X-Frame-Options': 'SAMEORIGIN',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-cache',
  };
}
