import type { Request, Response, Router } from 'express';
import type { ConfirmationPage, ConfirmationService } from '#libs/notifications';
import { choosePageLanguage } from '../layout/page-language.js';
import { sendPage } from '../layout/send-page.js';
import { renderMissingPage } from '../missing/missing-page.js';
import { toHandler } from '../layout/token-handler.js';
import { renderConfirmationPage } from './confirmation-page.js';

/** Serves `GET /p/confirm/:token`, which asks, and its form, which confirms. A link that is used up is answered with 410. */
export function addConfirmationRoutes(router: Router, confirmations: ConfirmationService): void {
  router.get(
    '/p/confirm/:token',
    toHandler(async (request, response, token) => answer(request, response, await confirmations.find(token))),
  );
  router.post(
    '/p/confirm/:token',
    toHandler(async (request, response, token) => answer(request, response, await confirmations.confirm(token))),
  );
}

function answer(request: Request, response: Response, page: ConfirmationPage | null): void {
  if (!page) {
    sendPage(response, 404, renderMissingPage(request));
    return;
  }
  const language = choosePageLanguage({
    person: page.language,
    browser: request.get('accept-language'),
    application: page.application.language,
  });
  sendPage(response, page.state === 'used' ? 410 : 200, renderConfirmationPage(page, language));
}
