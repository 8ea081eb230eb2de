import type { Unsubscription } from '#libs/delivery/engagement';
import { html } from '#platform/pages';
import { renderBrandedPage, shownName, type RenderedPage } from './layout/branded-page.js';
import { findText } from './layout/find-text.js';
import type { PageLanguage } from './layout/page-language.js';
import { PAGE_MESSAGES } from './messages/page-messages.js';

/**
 * Renders the page of an unsubscribe link. It asks first, because link scanners follow links too. Its form posts to the
 * URL of the page, and below stands the link to all other choices.
 */
export function renderUnsubscribePage(
  { application, topics, language: person, preferencesPath }: Unsubscription,
  language: PageLanguage,
  isDone: boolean,
): RenderedPage {
  const { privacy, unsubscribe: messages } = PAGE_MESSAGES[language];
  const name = shownName(application);
  const languages = [person, language, application.language];
  const titles = topics.map((topic) => findText(topic.title, languages)?.text ?? topic.name);
  const listed = new Intl.ListFormat(language).format(titles);
  const isTopic = topics.length > 0;
  const heading = isDone
    ? isTopic
      ? messages.doneTopic(listed)
      : messages.done
    : isTopic
      ? messages.askTopic(listed)
      : messages.ask(name);
  const text = isDone
    ? (isTopic ? messages.doneTopicText : messages.doneText)(name)
    : (isTopic ? messages.textTopic : messages.text)(name);
  return renderBrandedPage({
    language,
    owner: application,
    title: isDone ? messages.doneTitle : messages.title,
    privacy,
    content: html`<h1>${heading}</h1>
      <p>${text}</p>
      ${
        !isDone &&
        html`<form method="post">
          <button type="submit">${messages.button}</button>
        </form>`
      }
      ${preferencesPath !== null && html`<p class="more"><a href="${preferencesPath}">${messages.more}</a></p>`}`,
  });
}
