import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import {
  AddressRangesService,
  LinkClickService,
  PreferencePageService,
  UnsubscriptionService,
} from '#libs/delivery/engagement';
import { MailChoiceService } from '#libs/members';
import { ConfirmationService, MediaService } from '#libs/notifications';
import { ApplicationService } from '#libs/tenancy';
import { SubscriptionService } from '#libs/users/preferences';
import type { PlatformOptions } from '#platform/app';
import { answerHealth, type HealthSource } from '#platform/health';
import { AddressList } from '#platform/net';
import { GatewayModule } from './gateway.module.js';
import { keyHeader } from './http/auth/api-key.guard.js';
import { handleUnreadableRequests } from './http/body/unreadable-requests.js';
import { protectDocument, serveDocument } from './http/openapi/openapi.js';
import { RequestLimitService } from './http/limits/request-limit.service.js';
import { allowCrossOrigin } from './http/request/cross-origin.js';
import { askForHttps } from './http/request/ask-for-https.js';
import { clientAddress, trustProxies, warnAboutProxies } from './http/request/client-address.js';
import { NestLogger } from './http/request/nest-logger.js';
import { createContext, requireHost, setLinkBase } from './http/request/request-context.js';
import { logRequests } from './http/request/request-log.js';
import { separatePanel } from './panel-web/panel-host.js';
import { serveMailChoices } from './panel-web/serve-mail-choices.js';
import { servePanel } from './panel-web/serve-panel.js';
import { PAGE_PATHS, servePages } from './pages/serve-pages.js';
import { serveMedia } from './public/media.js';
import { servePublicPages } from './public/serve-public-pages.js';
import { serveSubscriptions } from './public/subscriptions/serve-subscriptions.js';
import type { TlsFiles } from './tls/tls-files.js';
import { serveWebSdk, WEB_SDK_PATH } from './web/web-sdk.js';

/** Longer than the idle time of usual load balancers (60 s), so that the gateway never closes first. */
const KEEP_ALIVE_MS = 65_000;
/** For a whole request, so that a slow client cannot hold a socket. */
const REQUEST_MS = 120_000;

/**
 * Creates the gateway. It does not listen yet.
 *
 * @param health       of the process
 * @param controllers  replace the product's own, in tests of the HTTP layer
 * @param tls          certificate and key; absent: no TLS
 */
export async function createGateway(
  platform: PlatformOptions,
  health: HealthSource,
  controllers?: Type[],
  tls?: TlsFiles,
): Promise<NestExpressApplication> {
  const { config, logger } = platform;
  const app = await NestFactory.create<NestExpressApplication>(GatewayModule.forRoot(platform, controllers), {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(logger),
    ...(tls && { httpsOptions: tls }),
  });
  app.disable('x-powered-by');
  app.disable('etag');
  setLinkBase(app, config);
  trustProxies(app, config);
  app.use(
    createContext,
    requireHost,
    ...(config.TLS_CERT === undefined ? [] : [askForHttps]),
    serveHealth(health, AddressList.parse(config.METRICS_FROM)),
    warnAboutProxies(config, logger),
    logRequests(logger, health.registry, config.LOG_REQUESTS),
    ...separatePanel(config),
    onlyBelow('/sdk/', allowCrossOrigin(keyHeader(config))),
    onlyBelow(WEB_SDK_PATH, serveWebSdk(config.SIMULATOR_PORT > 0 && config.HERALD_DEMO)),
    onlyBelow('/openapi.json', protectDocument),
    onlyBelow('/panel/mails/', serveMailChoices(app.get(MailChoiceService))),
    onlyBelow('/panel', servePanel()),
    onlyAt(PAGE_PATHS, servePages(app, platform, health.ready)),
    serveMedia(app.get(MediaService)),
    serveSubscriptions({
      subscriptions: app.get(SubscriptionService),
      applications: app.get(ApplicationService),
      limits: app.get(RequestLimitService),
    }),
    servePublicPages({
      links: app.get(LinkClickService),
      ranges: app.get(AddressRangesService),
      unsubscriptions: app.get(UnsubscriptionService),
      preferences: app.get(PreferencePageService),
      confirmations: app.get(ConfirmationService),
      logger,
    }),
  );
  serveDocument(app, config);
  const server = app.getHttpServer();
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = KEEP_ALIVE_MS + 1000;
  server.requestTimeout = REQUEST_MS;
  handleUnreadableRequests(server);
  return app;
}

/**
 * Health and metrics come before the request log, which would otherwise record every probe.
 *
 * @param readers  clients that may read the metrics
 */
function serveHealth(source: HealthSource, readers: AddressList): RequestHandler {
  return (request, response, next) => {
    const isServed =
      request.path === '/metrics' ? readers.has(clientAddress(request)) : request.path.startsWith('/health/');
    if (!isServed) {
      next();
      return;
    }
    answerHealth(request.path, response, source).then((answered) => (answered ? undefined : next()), next);
  };
}

/** Unlike a mount path of Express this leaves `request.path` whole. */
function onlyBelow(prefix: string, handler: RequestHandler): RequestHandler {
  return (request, response, next) => (request.path.startsWith(prefix) ? handler(request, response, next) : next());
}

function onlyAt(paths: RegExp, handler: RequestHandler): RequestHandler {
  return (request, response, next) => (paths.test(request.path) ? handler(request, response, next) : next());
}
