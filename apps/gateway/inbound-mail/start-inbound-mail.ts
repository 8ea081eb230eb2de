import type { NestExpressApplication } from '@nestjs/platform-express';
import { Counter, type Registry } from 'prom-client';
import { ProviderCallbackService, ReturnPathService, UnsubscriptionService } from '#libs/delivery/engagement';
import { ReportPlacesService } from '#libs/simulation';
import type { Config } from '#platform/config';
import { AddressList } from '#platform/net';
import { type Logger, reportFault } from '#platform/runtime';
import type { TlsFiles } from '../tls/tls-files.js';
import type { InboundMail } from './inbound-mail.server.js';

/** Listens for returned mail on `INBOUND_MAIL_PORT`; null when the setting is absent. */
export async function startInboundMail(
  app: NestExpressApplication,
  config: Config,
  logger: Logger,
  registry: Registry,
  tls?: TlsFiles,
): Promise<InboundMail | null> {
  if (config.INBOUND_MAIL_PORT === undefined) {
    return null;
  }
  const { listenInboundMail } = await import('./inbound-mail.server.js');
  const mails = new Counter({
    name: 'herald_inbound_mails_total',
    help: 'Returned mails, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const paths = app.get(ReturnPathService);
  const callbacks = app.get(ProviderCallbackService);
  const unsubscriptions = app.get(UnsubscriptionService);
  const listening = await listenInboundMail({
    host: config.INBOUND_MAIL_HOST,
    port: config.INBOUND_MAIL_PORT,
    ...(tls && { tls }),
    proxies: AddressList.parse(config.TRUSTED_PROXIES ?? ''),
    readReturnPath: (address) => paths.readReturnPath(address),
    findMessages: (text) => paths.findMessages(text),
    readUnsubscribe: (address) => paths.readUnsubscribeAddress(address),
    unsubscribe: (message) => unsubscriptions.unsubscribeByMail(message),
    takeReport: (message, report) => callbacks.handleMailReport(message, report),
    onOutcome: (outcome, error) => {
      mails.inc({ outcome });
      if (error !== undefined) {
        reportFault(logger, 'failed to handle a returned mail', error, { level: 'error' });
      }
    },
  });
  app.get(ReportPlacesService).mailPort = listening.port;
  logger.info({ port: listening.port }, 'listening for returned mail');
  return listening;
}
