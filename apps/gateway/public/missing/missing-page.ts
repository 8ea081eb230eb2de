import type { Request } from 'express';
import { html } from '#platform/pages';
import { renderBrandedPage, type RenderedPage } from '../layout/branded-page.js';
import { choosePageLanguage } from '../layout/page-language.js';
import { PAGE_MESSAGES } from '../messages/page-messages.js';

/** The page of a link that names nothing. It belongs to no application. */
export function renderMissingPage(request: Request): RenderedPage {
  const language = choosePageLanguage({ browser: request.get('accept-language') });
  const { privacy, missing } = PAGE_MESSAGES[language];
  return renderBrandedPage({
    language,
    title: missing.title,
    privacy,
    content: html`<h1>${missing.heading}</h1>
      <p>${missing.text}</p>`,
  });
}
