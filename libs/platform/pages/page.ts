import { ASSETS_PATH } from './assets.js';
import { html, type Html } from './html.js';

export interface Page {
  title: string;
  /** Beside the name at the top: places of this process, as path and name. */
  links: readonly (readonly [href: string, name: string])[];
  /** The link of the page itself. */
  current?: string;
  /** Name of an asset that runs in the page. */
  script?: string;
  /** Uses the whole width of the window. */
  isWide?: boolean;
  content: Html;
}

/** A whole page in Herald's look. It has no inline style and no inline script, so that its policy can refuse both. */
export function renderPage({ title, links, current, script, isWide = false, content }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="${ASSETS_PATH}icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${ASSETS_PATH}page.css" />
        ${script !== undefined && html`<script src="${ASSETS_PATH}${script}" defer></script>`}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="bar">
          <a class="brand" href="/"><span class="mark" aria-hidden="true"></span>Herald</a>
          <nav aria-label="Pages">
            ${links.map(
              ([href, name]) => html`<a href="${href}" ${href === current && html`aria-current="page"`}>${name}</a>`,
            )}
          </nav>
        </header>
        <main id="content" tabindex="-1" class="${isWide ? 'wide' : 'narrow'}">${content}</main>
      </body>
    </html>`.text;
}

/**
 * The policy for what a page may load and do: its own files alone, no script in it, and no frame of another site around
 * it.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every page. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': PAGE_POLICY,
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-DNS-Prefetch-Control': 'off',
  'Cache-Control': 'no-store',
  Vary: 'Accept',
};

/** Tests if a person's browser asks. Programs send no `Accept`, any type, or the one they read: they keep getting JSON. */
export function wantsPage({ method, headers }: { method?: string; headers: { accept?: string | undefined } }): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '');
}
