import type { Request, RequestHandler, Response } from 'express';
import type { ApplicationService } from '#libs/tenancy';
import type { SubscriptionService } from '#libs/users/preferences';
import { malformed } from '#platform/errors';
import { readRawBody } from '../../callbacks/raw-body.js';
import type { RequestLimitService } from '../../http/limits/request-limit.service.js';
import { clientAddress } from '../../http/request/client-address.js';
import { renderSubscribedPage } from '../confirmations/confirmation-page.js';
import { choosePageLanguage } from '../layout/page-language.js';
import { sendPage } from '../layout/send-page.js';
import { isHtmlForm, readSubscription } from './read-subscription.js';

/** Path of forms that subscribe an e-mail address to topics. */
export const SUBSCRIBE_PATH = '/p/subscribe';
const DAY_SECONDS = 86_400;

interface SubscriptionServices {
  subscriptions: SubscriptionService;
  applications: ApplicationService;
  limits: RequestLimitService;
}

/**
 * Serves `POST /p/subscribe` to pages of any origin, without a key. The answer is 200 for every form that can be read,
 * whatever is known of its application, topics and address. A page that an HTML form opens says the same to everyone.
 */
export function serveSubscriptions(services: SubscriptionServices): RequestHandler {
  return (request, response, next) => {
    if (request.path !== SUBSCRIBE_PATH || (request.method !== 'POST' && request.method !== 'OPTIONS')) {
      next();
      return;
    }
    request.route = { path: SUBSCRIBE_PATH };
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.method === 'OPTIONS') {
      allowPost(response);
      return;
    }
    subscribe(request, response, services).catch(next);
  };
}

function allowPost(response: Response): void {
  response
    .status(204)
    .setHeader('Access-Control-Allow-Methods', 'POST')
    .setHeader('Access-Control-Allow-Headers', 'content-type, x-request-id')
    .setHeader('Access-Control-Max-Age', DAY_SECONDS)
    .end();
}

async function subscribe(
  request: Request,
  response: Response,
  { subscriptions, applications, limits }: SubscriptionServices,
): Promise<void> {
  const body = await readRawBody(request);
  if (!body) {
    throw malformed('The body is larger than 64 KB, or ends early');
  }
  const { app, isMachine, ...form } = await readSubscription(request, body);
  limits.countSubscription(app, clientAddress(request), response);
  const application = await applications.findByName(app);
  // A machine gets the answer of everyone, and its form goes where those of unknown applications go.
  await subscriptions.store({ ...form, appId: isMachine ? null : (application?.id ?? null) });
  if (isHtmlForm(request)) {
    const language = choosePageLanguage({ person: form.language, browser: request.get('accept-language') });
    sendPage(response, 200, renderSubscribedPage(language));
    return;
  }
  response.status(200).set('Cache-Control', 'no-store').end();
}
