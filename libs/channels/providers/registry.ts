import { adviseOn, type ExplainedFault } from '../provider/explain-fault.js';
import type { Provider } from '../provider/provider.types.js';
import type { AccountFault, Channel } from '../sender/channels.types.js';
import { APNS } from './apns/apns.provider.js';
import { FCM } from './fcm/fcm.provider.js';
import { HMS } from './hms/hms.provider.js';
import { HTTP } from './http/http.provider.js';
import { SES } from './ses/ses.provider.js';
import { SMTP } from './smtp/smtp.provider.js';
import { TWILIO } from './twilio/twilio.provider.js';
import { VONAGE } from './vonage/vonage.provider.js';
import { WHATSAPP } from './whatsapp/whatsapp.provider.js';
import { WEB_PUSH } from './web-push/web-push.provider.js';
import { INFOBIP } from './infobip/infobip.provider.js';
import { TELEGRAM } from './telegram/telegram.provider.js';
import { SLACK } from './slack/slack.provider.js';

/**
 * All providers. The first one of a channel is what an entry of the application file means that names none, so it never
 * changes.
 */
export const PROVIDERS: readonly Provider[] = [
  APNS,
  FCM,
  WEB_PUSH,
  SMTP,
  TWILIO,
  HTTP,
  VONAGE,
  HMS,
  WHATSAPP,
  INFOBIP,
  SES,
  TELEGRAM,
  SLACK,
];

const BY_NAME = new Map(PROVIDERS.map((provider) => [provider.name, provider]));

/** @throws Error for a name that is not registered, such as one of a later release */
export function providerOf(name: string): Provider {
  const provider = BY_NAME.get(name);
  if (provider === undefined) {
    throw new Error(`This release knows no provider ${name}`);
  }
  return provider;
}

/** The providers of a channel; the first one is its default. */
export function providersOf(channel: Channel): Provider[] {
  return PROVIDERS.filter(({ channels }) => channels.includes(channel));
}

/** The provider of entries that name none. */
export function defaultProviderOf(channel: Channel): Provider {
  const [provider] = providersOf(channel);
  if (provider === undefined) {
    throw new Error(`No provider takes messages of ${channel}`);
  }
  return provider;
}

/** Names the kind of fault of an account, and what to do about it. @param provider  its name */
export function explainFault(provider: string, fault: Pick<AccountFault, 'code' | 'why'>): ExplainedFault {
  return adviseOn(BY_NAME.get(provider)?.faults ?? [], fault);
}
