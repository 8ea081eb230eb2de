import { type Request, Router } from 'express';
import type {
  AddressRangesService,
  LinkClickService,
  PreferencePageService,
  Unsubscription,
  UnsubscriptionService,
} from '#libs/delivery/engagement';
import type { ConfirmationService } from '#libs/notifications';
import type { Logger } from '#platform/runtime';
import { addConfirmationRoutes } from './confirmations/serve-confirmations.js';
import { choosePageLanguage } from './layout/page-language.js';
import { sendPage } from './layout/send-page.js';
import { addMessageLinks } from './message-links.js';
import { renderMissingPage } from './missing/missing-page.js';
import { addPreferenceRoutes } from './preferences/serve-preferences.js';
import { toHandler } from './layout/token-handler.js';
import { renderUnsubscribePage } from './unsubscribe-page.js';

interface PublicServices {
  links: LinkClickService;
  ranges: AddressRangesService;
  unsubscriptions: UnsubscriptionService;
  preferences: PreferencePageService;
  confirmations: ConfirmationService;
  logger: Logger;
}

/**
 * Serves what the links in messages lead to, without a key: redirects and pixels, and
 *
 * - `GET /u/:token`: a confirmation page; `POST /u/:token`: unsubscribes (RFC 8058), with any body
 * - `GET /p/:token`: the preferences of a person; `POST /p/:token`: changes them
 * - `GET /p/confirm/:token`: asks to confirm an opt-in; `POST /p/confirm/:token`: confirms it
 */
export function servePublicPages({
  links,
  ranges,
  unsubscriptions,
  preferences,
  confirmations,
  logger,
}: PublicServices): Router {
  const router = Router({ caseSensitive: true, strict: true });
  addMessageLinks(router, links, ranges, logger);
  router.get(
    '/u/:token',
    toHandler(async (request, response, token) => {
      const found = await unsubscriptions.find(token);
      sendPage(response, found ? 200 : 404, found ? render(request, found, false) : renderMissingPage(request));
    }),
  );
  router.post(
    '/u/:token',
    toHandler(async (request, response, token) => {
      const done = await unsubscriptions.unsubscribe(token);
      sendPage(response, done ? 200 : 404, done ? render(request, done, true) : renderMissingPage(request));
    }),
  );
  addPreferenceRoutes(router, preferences);
  addConfirmationRoutes(router, confirmations);
  return router;
}

function render(request: Request, unsubscription: Unsubscription, isDone: boolean) {
  const language = choosePageLanguage({
    person: unsubscription.language,
    browser: request.get('accept-language'),
    application: unsubscription.application.language,
  });
  return renderUnsubscribePage(unsubscription, language, isDone);
}
