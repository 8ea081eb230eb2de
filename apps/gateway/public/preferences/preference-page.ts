import type { TopicChannel } from '#libs/channels/definitions';
import type { PreferencePage } from '#libs/delivery/engagement';
import type { OfferedFrequency, OfferedTopic } from '#libs/users/preferences';
import { html, type Html } from '#platform/pages';
import { renderBrandedPage, shownName, type RenderedPage } from '../layout/branded-page.js';
import { findText } from '../layout/find-text.js';
import type { PageLanguage } from '../layout/page-language.js';
import { PAGE_MESSAGES } from '../messages/page-messages.js';
import type { PageMessages } from '../messages/page-texts.js';
import { choiceKey, FIELDS, frequencyKey, TRACKING } from './read-preference-form.js';

/** The outcome of the form that came before the page. @property undo  token of the form that undoes it */
export type PageResult =
  | { kind: 'saved'; undo: string }
  | { kind: 'unchanged' }
  | { kind: 'undone' }
  | { kind: 'undoEnded' };

type Messages = PageMessages['preferences'];

/** The channels that a person who left all marketing e-mail can still choose. */
const isShown = (channel: TopicChannel, hasLeft: boolean): boolean => !(hasLeft && channel === 'EMAIL');

/** Renders the preferences of a person. Every form posts to the address of the page, and needs no script. */
export function renderPreferencePage(
  { application, person, isTracked }: PreferencePage,
  language: PageLanguage,
  result?: PageResult,
): RenderedPage {
  const { privacy, preferences: messages } = PAGE_MESSAGES[language];
  const name = shownName(application);
  const hasLeft = person.email?.isLeft ?? false;
  const topics = person.topics
    .map((topic) => ({ ...topic, channels: topic.channels.filter(({ channel }) => isShown(channel, hasLeft)) }))
    .filter(({ channels }) => channels.length > 0);
  const frequency = hasLeft ? null : person.frequency;
  const languages = [person.language, language, application.language];
  return renderBrandedPage({
    language,
    owner: application,
    title: result?.kind === 'saved' ? messages.savedTitle : messages.title,
    privacy,
    content: html`
      ${result && renderResult(result, messages)}
      <h1>${messages.title}</h1>
      ${
        topics.length === 0 && isTracked === null && frequency === null
          ? html`<p>${messages.noTopics}</p>`
          : html`<p>${messages.text(name)}</p>
              <form method="post">
                ${topics.map((topic) => renderTopic(topic, languages, messages))}
                ${frequency !== null && renderFrequency(frequency, messages)}
                ${isTracked !== null && renderTracking(isTracked, messages)} ${button('save', messages.save)}
              </form>`
      }
      ${person.email !== null && renderLeaving(person.email, name, messages)}
    `,
  });
}

function renderResult(result: PageResult, messages: Messages): Html {
  return html`<div class="note">
    <p role="status">${messages[result.kind]}</p>
    ${
      result.kind === 'saved' &&
      html`<form method="post">
        <input type="hidden" name="${FIELDS.undo}" value="${result.undo}" />
        ${button('undo', messages.undo, 'quiet')}
      </form>`
    }
  </div>`;
}

function renderTopic(topic: OfferedTopic, languages: readonly (string | null)[], messages: Messages): Html {
  const title = findText(topic.title, languages);
  const description = findText(topic.description, languages);
  const note = `about-${topic.categoryId}`;
  return html`<fieldset ${description && html`aria-describedby="${note}"`}>
    <legend dir="auto" ${title && html`lang="${title.tag}"`}>${title?.text ?? topic.name}</legend>
    ${description && html`<p id="${note}" class="soft" dir="auto" lang="${description.tag}">${description.text}</p>`}
    <div class="choices">
      ${topic.channels.map(({ channel, state }) => {
        const note = state === 'pending' || state === 'expired' ? ` (${messages[state]})` : '';
        const key = choiceKey({ categoryId: topic.categoryId, channel });
        return renderChoice(key, `${messages.channels[channel]}${note}`, state === 'on' || state === 'pending');
      })}
    </div>
  </fieldset>`;
}

function renderFrequency({ chosen, offered }: OfferedFrequency, messages: Messages): Html {
  const note = `about-${FIELDS.frequency}`;
  return html`<fieldset aria-describedby="${note}">
    <legend>${messages.frequency}</legend>
    <p id="${note}" class="soft">${messages.frequencyText}</p>
    <div class="choices stacked">
      ${offered.map(
        (each) =>
          html`<label>
            <input type="radio" name="${FIELDS.frequency}" value="${each}" ${each === chosen && html`checked`} />
            <span>${messages.frequencies[each]}</span>
          </label>`,
      )}
    </div>
    <input type="hidden" name="${FIELDS.shown}" value="${frequencyKey(chosen)}" />
  </fieldset>`;
}

function renderTracking(isTracked: boolean, messages: Messages): Html {
  return html`<fieldset aria-describedby="about-${TRACKING}">
    <legend>${messages.tracking}</legend>
    <p id="about-${TRACKING}" class="soft">${messages.trackingText}</p>
    ${renderChoice(TRACKING, messages.trackingChoice, isTracked)}
  </fieldset>`;
}

/** @param key  of the choice in the form */
function renderChoice(key: string, label: string, isOn: boolean): Html {
  return html`<label>
    <input type="checkbox" name="${FIELDS.want}" value="${key}" ${isOn && html`checked`} />
    <span>${label}</span>
    <input type="hidden" name="${FIELDS.shown}" value="${key}.${isOn ? 1 : 0}" />
  </label>`;
}

function renderLeaving(
  { isLeft, canReturn }: NonNullable<PreferencePage['person']['email']>,
  name: string,
  messages: Messages,
): Html {
  return html`<h2>${messages.leave}</h2>
    <p>${isLeft ? messages.left(name) : messages.leaveText(name)}</p>
    ${
      (canReturn || !isLeft) &&
      html`<form method="post">
        ${isLeft ? button('return', messages.returnButton, 'quiet') : button('leave', messages.leaveButton, 'quiet')}
      </form>`
    }`;
}

function button(action: string, text: string, look = 'main'): Html {
  return html`<button type="submit" class="${look}" name="${FIELDS.action}" value="${action}">${text}</button>`;
}
