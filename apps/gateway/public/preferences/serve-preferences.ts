import type { Request, Router } from 'express';
import type { PreferencePage, PreferencePageService } from '#libs/delivery/engagement';
import { readRawBody } from '../../callbacks/raw-body.js';
import { choosePageLanguage } from '../layout/page-language.js';
import { sendPage } from '../layout/send-page.js';
import { renderMissingPage } from '../missing/missing-page.js';
import { toHandler } from '../layout/token-handler.js';
import { renderPreferencePage, type PageResult } from './preference-page.js';
import { readPreferenceForm } from './read-preference-form.js';

/** The form of some thousand topics. */
const MAX_FORM_BYTES = 256 * 1024;

/** Serves `GET /p/:token`, the preferences of the person that a link names, and its forms. */
export function addPreferenceRoutes(router: Router, pages: PreferencePageService): void {
  router.get(
    '/p/:token',
    toHandler(async (request, response, token) => {
      const page = await pages.open(token);
      sendPage(response, page ? 200 : 404, page ? render(request, page) : renderMissingPage(request));
    }),
  );
  router.post(
    '/p/:token',
    toHandler(async (request, response, token) => {
      const body = await readRawBody(request, MAX_FORM_BYTES);
      if (!body) {
        sendPage(response, 413, renderMissingPage(request));
        return;
      }
      const action = readPreferenceForm(body.toString());
      if (action.kind === 'undo') {
        const page = await pages.undo(token, action.token);
        const result: PageResult = { kind: page?.isUndone === true ? 'undone' : 'undoEnded' };
        sendPage(response, page ? 200 : 404, page ? render(request, page, result) : renderMissingPage(request));
        return;
      }
      const page = await pages.change(token, action.change);
      const result: PageResult =
        page && page.undo !== null ? { kind: 'saved', undo: page.undo } : { kind: 'unchanged' };
      sendPage(response, page ? 200 : 404, page ? render(request, page, result) : renderMissingPage(request));
    }),
  );
}

function render(request: Request, page: PreferencePage, result?: PageResult) {
  const language = choosePageLanguage({
    person: page.person.language,
    browser: request.get('accept-language'),
    application: page.application.language,
  });
  return renderPreferencePage(page, language, result);
}
