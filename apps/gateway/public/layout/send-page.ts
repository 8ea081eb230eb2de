import type { Response } from 'express';
import type { RenderedPage } from './branded-page.js';

/** Marks an answer as one for its reader alone. */
export function preventCaching(response: Response): Response {
  return response.set({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' });
}

/** The URL of the page is a secret of its reader, so it is never sent as a referrer. */
export function sendPage(response: Response, status: number, { markup, policy }: RenderedPage): void {
  preventCaching(response)
    .status(status)
    .set({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      Vary: 'Accept-Language',
    })
    .send(markup);
}
