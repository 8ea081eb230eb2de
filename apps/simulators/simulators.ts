import { createHash } from 'node:crypto';
import type { Authority } from '#platform/authority';
import { ApnsSimulator } from './apns/apns.simulator.js';
import { listenControl } from './control.js';
import { FcmSimulator } from './fcm/fcm.simulator.js';
import { GoogleOauth } from './fcm/google-oauth.js';
import { HTTP_API_SIMULATORS, type ControlActions } from './apis/registry.js';
import { CallbackPoster } from './server/callback-poster.js';
import { DeliveryLog } from './server/delivery-log.js';
import type { Endpoint, Endpoints } from './server/endpoints.types.js';
import type { SimulatorContext } from './server/exchange.js';
import { FaultPlans } from './server/fault-plans.js';
import { KnownCredentials } from './server/known-credentials.js';
import { HTTP_APIS, type HttpApi, type Provider } from './server/providers.js';
import { listenSecure, type SecureServerOptions } from './server/secure-server.js';
import type { Listening } from './server/sockets.js';
import { DeliveryReports } from './reports/delivery-reports.js';
import { isReporter, type Reporter } from './server/reporter.js';
import { sendBounce } from './smtp/bounces.js';
import { DkimKeys, setKeys } from './smtp/dkim.js';
import { MAIL_REPORTS } from './smtp/mail-reports.js';
import { listenSmtp } from './smtp/smtp.simulator.js';
import { TwilioCallbacks } from './twilio/twilio-callbacks.js';
import { TwilioReports } from './twilio/twilio-reports.js';
import { TwilioSimulator } from './twilio/twilio.simulator.js';
import { Autopush } from './web-push/autopush.js';
import { Subscriptions } from './web-push/subscriptions.js';
import { WebPushSimulator } from './web-push/web-push.simulator.js';
import { WebhookReceiver } from './webhooks/webhook-receiver.js';

export interface SimulatorsOptions {
  /** Port of the control API; 0 takes a free one. */
  controlPort: number;
  authority: Authority;
  /** Name or address of the simulators for clients; 127.0.0.1 when absent. */
  host?: string;
  /** Address to listen on; 127.0.0.1 when absent. */
  bind?: string;
  /** Fixed ports; the other providers get free ports. */
  ports?: Partial<Record<Provider, number>>;
}

export interface Simulators {
  endpoints: Endpoints;
  /** Base of the control API, without a slash at its end. */
  controlUrl: string;
  controlPort: number;
  stop(): Promise<void>;
}

/**
 * Starts the servers of all providers and the control API.
 *
 * @throws the listen error of the first unavailable port; then nothing is left listening
 */
export async function startSimulators(options: SimulatorsOptions): Promise<Simulators> {
  const { authority, host = '127.0.0.1', bind = '127.0.0.1', ports = {} } = options;
  const context: SimulatorContext = { faults: new FaultPlans(), log: new DeliveryLog() };
  // Derived from the key of the authority, so that tokens and subscriptions stay valid after a restart.
  const secret = createHash('sha256').update(`simulators ${authority.key}`).digest('base64url');
  const subscriptions = new Subscriptions(secret);
  const credentials = new KnownCredentials();
  const poster = new CallbackPoster();
  const callbacks = new TwilioCallbacks(poster);
  const twilio = new TwilioSimulator(context.faults, callbacks, credentials);
  const reporters: Partial<Record<Provider, Reporter>> = {
    smtp: MAIL_REPORTS,
    sms: new TwilioReports(callbacks, twilio.messages),
  };
  const reports = new DeliveryReports(context.log, reporters, poster);
  const webPush = { origin: '' };
  const autopush = new Autopush(() => webPush.origin);
  const keys = new DkimKeys();
  const webhooks = new WebhookReceiver();
  const apns = new ApnsSimulator(credentials);
  const oauth = new GoogleOauth(secret, credentials);
  const shared = { authority, bind, context };
  const secure = (
    provider: Provider,
    serverOptions: Pick<SecureServerOptions, 'protocol' | 'versions' | 'maxStreams'>,
  ) => listenSecure({ ...shared, ...serverOptions, port: ports[provider] ?? 0 });
  const started: Listening[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all([...started.map((server) => server.close()), poster.close()]);
  };
  const start = async (listening: Promise<Listening>): Promise<Endpoint> => {
    const server = await listening;
    started.push(server);
    return { host, port: server.port };
  };
  const apiActions: ControlActions = {};
  const startApis = async (): Promise<Record<HttpApi, Endpoint>> => {
    const services = { faults: context.faults, callbacks: poster, secret };
    const places: Partial<Record<HttpApi, Endpoint>> = {};
    for (const name of HTTP_APIS) {
      const origin = (): string => `https://${places[name]?.host}:${places[name]?.port}`;
      const protocol = HTTP_API_SIMULATORS[name].make({ ...services, origin });
      Object.assign(apiActions, protocol.actions);
      if (isReporter(protocol)) {
        reporters[name] = protocol;
      }
      places[name] = await start(secure(name, { protocol, versions: ['http/1.1'] }));
    }
    return places as Record<HttpApi, Endpoint>;
  };
  try {
    const endpoints: Endpoints = {
      ca: authority.ca,
      ...(await startApis()),
      apns: await start(secure('apns', { protocol: apns, versions: ['h2'], maxStreams: 1000 })),
      fcm: await start(
        secure('fcm', {
          protocol: new FcmSimulator(oauth, credentials),
          versions: ['h2', 'http/1.1'],
          maxStreams: 100,
        }),
      ),
      webpush: await start(
        secure('webpush', {
          protocol: new WebPushSimulator(subscriptions, autopush, credentials),
          versions: ['http/1.1'],
        }),
      ),
      smtp: await start(listenSmtp({ ...shared, keys, credentials, port: ports.smtp ?? 0 })),
      sms: await start(secure('sms', { protocol: twilio, versions: ['http/1.1'] })),
      hooks: await start(webhooks.listen(authority, bind)),
    };
    webPush.origin = `https://${host}:${endpoints.webpush.port}`;
    const { port } = await start(
      listenControl({
        host,
        bind,
        port: options.controlPort,
        context,
        endpoints,
        subscriptions,
        autopush,
        webhooks,
        reports,
        credentials,
        clearAll: () => {
          context.log.clear();
          twilio.messages.clear();
          callbacks.clear();
          webhooks.clear();
        },
        actions: {
          ...apiActions,
          '/live-answer': async (body) => webhooks.live.setReply(body),
          '/hook-answers': async (body) => webhooks.setAnswers(body),
          '/inbound-sms': (body) => callbacks.sendInbound(body),
          '/reports': (body) => reports.send(body),
          '/bounces': (body) => sendBounce(context.log, body),
          '/token-ends': async () => ({ apns: apns.endTokens(), fcm: oauth.endTokens() }),
          '/dkim': async (body) => setKeys(keys, body),
        },
      }),
    );
    return { endpoints, controlUrl: `http://${host}:${port}`, controlPort: port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
