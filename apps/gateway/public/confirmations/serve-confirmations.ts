import type { Request, Response, Router } from 'express';
import type { ConfirmationPage, ConfirmationService } from '#libs/notifications';
import { choosePageLanguage } from '../layout/page-language.js';
import { sendPage } from '../layout/send-page.js';
import { renderMissingPage } from '../missing-page.js';
import { toHandler } from '../token-handler.js';
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

function answer(request: Request, response: Response, found: ConfirmationPage | null): void {
  if (!found) {
    sendPage(response, 404, renderMissingPage(request));
    return;
  }
  const language = choosePageLanguage({
    person: found.language,
    browser: request.get('accept-language'),
    application: found.application.language,
  });
  sendPage(response, found.state === 'used' ? 410 : 200, renderConfirmationPage(found, language));
}
