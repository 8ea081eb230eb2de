import { type Request, Router } from 'express';
import type { ChosenMail, MailChoiceService, Member } from '#libs/members';
import { html } from '#platform/pages';
import { renderBrandedPage, type RenderedPage } from '../public/layout/branded-page.js';
import { choosePageLanguage } from '../public/layout/page-language.js';
import { sendPage } from '../public/layout/send-page.js';
import { toHandler } from '../public/layout/token-handler.js';
import { PAGE_MESSAGES } from '../public/messages/page-messages.js';
import { renderMissingPage } from '../public/missing/missing-page.js';

const PATH = '/panel/mails/:token';
/** The name that members know the product by. */
const PRODUCT = 'Herald';

interface LeftMail {
  member: Member;
  mail: ChosenMail;
}

/**
 * Serves the links that end mails to members, without a sign-in: GET asks, POST ends them (RFC 8058), with any body.
 */
export function serveMailChoices(choices: MailChoiceService): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get(
    PATH,
    toHandler(async (request, response, token) => {
      const found = await choices.find(token);
      sendPage(response, found ? 200 : 404, found ? render(request, found, false) : renderMissingPage(request));
    }),
  );
  router.post(
    PATH,
    toHandler(async (request, response, token) => {
      const left = await choices.leave(token);
      sendPage(response, left ? 200 : 404, left ? render(request, left, true) : renderMissingPage(request));
    }),
  );
  return router;
}

function render(request: Request, { member, mail }: LeftMail, isDone: boolean): RenderedPage {
  const language = choosePageLanguage({ person: member.locale, browser: request.get('accept-language') });
  const { privacy, unsubscribe: messages, memberMails } = PAGE_MESSAGES[language];
  const topic = memberMails[mail];
  return renderBrandedPage({
    language,
    title: isDone ? messages.doneTitle : messages.title,
    privacy,
    content: html`<h1>${isDone ? messages.doneTopic(topic) : messages.askTopic(topic)}</h1>
      <p>${isDone ? messages.doneTopicText(PRODUCT) : messages.textTopic(PRODUCT)}</p>
      ${
        !isDone &&
        html`<form method="post">
          <button type="submit">${messages.button}</button>
        </form>`
      }`,
  });
}
