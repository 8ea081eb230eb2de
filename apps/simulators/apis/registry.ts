import { HmsSimulator } from '../hms/hms.simulator.js';
import { showHms } from '../hms/show-hms.js';
import { HttpSimulator, showPosted } from '../http/http.simulator.js';
import type { PushCard } from '../shown/shown.types.js';
import type { Reporter } from '../server/reporter.js';
import type { CallbackPoster } from '../server/callback-poster.js';
import type { HttpProtocol } from '../server/exchange.js';
import type { FaultPlans } from '../server/fault-plans.js';
import type { HttpApi } from '../server/providers.js';
import type { ShownContent } from '../server/shown-content.js';
import { SesSimulator, showSes } from '../ses/ses.simulator.js';
import { showVonage, VonageSimulator } from '../vonage/vonage.simulator.js';
import { showWhatsApp, WhatsAppSimulator } from '../whatsapp/whatsapp.simulator.js';
import { showInfobip, InfobipSimulator } from '../infobip/infobip.simulator.js';
import { showTelegram, TelegramSimulator } from '../telegram/telegram.simulator.js';
import { showSlack, SlackSimulator } from '../slack/slack.simulator.js';

/** Actions of people at a provider beside its API, by path of the control API: `POST` with a body. */
export type ControlActions = Record<string, (input: unknown) => Promise<unknown>>;

/** Services that simulators of HTTP APIs share. */
export interface HttpApiServices {
  faults: FaultPlans;
  callbacks: CallbackPoster;
  /**
   * The secret of this installation, unchanged by a restart: it signs values that a provider issues and reads again.
   */
  secret: string;
  /** `https://host:port` of its own server, as its customers reach it, once it listens. */
  origin: () => string;
}

/** A simulated provider that takes one request over HTTP/1.1 for each message. */
export interface HttpApiSimulator {
  /** Its name and its protocol, for the pages. */
  label: readonly [name: string, protocol: string];
  /** Without `kindsOf` and `report` nothing comes back from it by hand. */
  make(services: HttpApiServices): HttpProtocol & Partial<Reporter> & { actions?: ControlActions };
  /** @param payload  as the protocol has logged it; it may be anything */
  show(payload: Record<string, unknown>): ShownContent | PushCard;
}

export const HTTP_API_SIMULATORS: Readonly<Record<HttpApi, HttpApiSimulator>> = {
  http: {
    label: ['Service of your own', 'signed JSON over HTTP'],
    make: ({ faults, callbacks }) => new HttpSimulator(faults, callbacks),
    show: showPosted,
  },
  vonage: {
    label: ['Text messages', 'Vonage'],
    make: ({ faults, callbacks }) => new VonageSimulator(faults, callbacks),
    show: showVonage,
  },
  hms: {
    label: ['Devices of Huawei', 'Push Kit'],
    make: ({ faults, callbacks, secret }) => new HmsSimulator(faults, callbacks, secret),
    show: showHms,
  },
  whatsapp: {
    label: ['WhatsApp', 'Cloud API'],
    make: ({ faults, callbacks }) => new WhatsAppSimulator(faults, callbacks),
    show: showWhatsApp,
  },
  infobip: {
    label: ['Text messages', 'Infobip'],
    make: ({ faults, callbacks }) => new InfobipSimulator(faults, callbacks),
    show: showInfobip,
  },
  ses: {
    label: ['E-mails', 'Amazon SES'],
    make: ({ faults, callbacks, origin }) => new SesSimulator(faults, callbacks, origin),
    show: showSes,
  },
  telegram: {
    label: ['Chats', 'Telegram'],
    make: ({ faults, callbacks }) => new TelegramSimulator(faults, callbacks),
    show: showTelegram,
  },
  slack: {
    label: ['Chats', 'Slack'],
    make: ({ faults, callbacks }) => new SlackSimulator(faults, callbacks),
    show: showSlack,
  },
};
