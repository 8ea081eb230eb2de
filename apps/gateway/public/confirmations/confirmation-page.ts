import type { ConfirmationPage } from '#libs/notifications';
import { html } from '#platform/pages';
import { renderBrandedPage, shownName, type RenderedPage } from '../layout/branded-page.js';
import { findText } from '../layout/find-text.js';
import type { PageLanguage } from '../layout/page-language.js';
import { PAGE_MESSAGES } from '../messages/page-messages.js';

/**
 * Renders the page of a confirmation's link. It asks first, because link scanners follow links too. Its form posts to the
 * URL of the page. An answered link shows what it confirmed.
 */
export function renderConfirmationPage(
  { state, application, topics, language: person }: ConfirmationPage,
  language: PageLanguage,
): RenderedPage {
  const { privacy, confirmation: messages } = PAGE_MESSAGES[language];
  const name = shownName(application);
  const isOpen = state === 'open';
  if (state === 'used') {
    return renderBrandedPage({
      language,
      owner: application,
      title: messages.used,
      privacy,
      content: html`<h1>${messages.used}</h1>
        <p>${messages.usedText}</p>`,
    });
  }
  const languages = [person, language, application.language];
  const titles = topics.map((topic) => findText(topic.title, languages)?.text ?? topic.name);
  return renderBrandedPage({
    language,
    owner: application,
    title: isOpen ? messages.title : messages.done,
    privacy,
    content: html`<h1>${isOpen ? messages.ask(name) : messages.done}</h1>
      <p>${isOpen ? messages.text : messages.doneText(name)}</p>
      <ul>
        ${titles.map((title) => html`<li dir="auto">${title}</li>`)}
      </ul>
      ${
        isOpen &&
        html`<form method="post">
          <button type="submit">${messages.button}</button>
        </form>`
      }`,
  });
}

/** The answer to an HTML form. It is the same for everyone, and belongs to no application. */
export function renderSubscribedPage(language: PageLanguage): RenderedPage {
  const { privacy, confirmation: messages } = PAGE_MESSAGES[language];
  return renderBrandedPage({
    language,
    title: messages.subscribed,
    privacy,
    content: html`<h1>${messages.subscribed}</h1>
      <p>${messages.subscribedText}</p>`,
  });
}
