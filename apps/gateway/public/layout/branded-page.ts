import type { Brand } from '#libs/tenancy';
import { html, Html } from '#platform/pages';
import { buildPageStyle } from './brand-style.js';
import { directionOf, type PageLanguage } from './page-language.js';

/** The application whose page it is. @property name  of its file, for one without a brand */
export interface PageOwner {
  name: string;
  brand: Brand;
}

/** A page for the people of an application. */
export interface BrandedPage {
  language: PageLanguage;
  /** Absent: nothing is known of an application. */
  owner?: PageOwner;
  title: string;
  content: Html;
  /** Name of the link to the page about privacy. */
  privacy: string;
}

/** A page with the policy that allows its style, its logo and its forms, and nothing else. */
export interface RenderedPage {
  markup: string;
  policy: string;
}

/** The name that people know an application by. */
export function shownName({ name, brand }: PageOwner): string {
  return brand.name ?? name;
}

/** Renders a page in the brand of its application. It needs no script. */
export function renderBrandedPage({ language, owner, title, content, privacy }: BrandedPage): RenderedPage {
  const brand = owner?.brand ?? {};
  const style = buildPageStyle(brand);
  const name = owner && shownName(owner);
  const lines = [brand.sender, brand.footer].filter((line) => line !== undefined);
  const markup = html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${name === undefined ? title : `${title} – ${name}`}</title>
        ${new Html(`<style>${style.css}</style>`)}
      </head>
      <body>
        <div class="sheet">
          ${
            name !== undefined &&
            html`<header dir="auto">
              ${brand.logo === undefined ? name : html`<img src="${brand.logo}" alt="${name}" />`}
            </header>`
          }
          <main>${content}</main>
          ${
            (lines.length > 0 || brand.privacyUrl !== undefined) &&
            html`<footer>
              ${lines.map((line) => html`<p dir="auto">${line}</p>`)}
              ${brand.privacyUrl !== undefined && html`<a href="${brand.privacyUrl}" rel="noreferrer">${privacy}</a>`}
            </footer>`
          }
        </div>
      </body>
    </html>`;
  return { markup: markup.text, policy: writePolicy(style.source, brand.logo) };
}

/** @param logo  checked where it is set: its host has letters, digits, hyphens and dots alone */
function writePolicy(styleSource: string, logo: string | undefined): string {
  const source = logo === undefined ? "'none'" : logo.startsWith('/') ? "'self'" : new URL(logo).origin;
  return [
    "default-src 'none'",
    `style-src ${styleSource}`,
    `img-src ${source}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}
