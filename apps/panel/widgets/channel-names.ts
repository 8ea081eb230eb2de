import type { SimulatedDelivery } from '../api/simulators.js';
import { messagesOf } from '../i18n/i18n.js';

type Texts = Readonly<Record<string, string>>;

const channels: Texts = {
  apns: 'Apple push (APNs)',
  fcm: 'Android push (FCM)',
  webpush: 'Web push',
  smtp: 'E-mail (SMTP)',
  sms: 'SMS',
  hms: 'Huawei push (Push Kit)',
  whatsapp: 'WhatsApp',
  chat: 'Chat',
} satisfies Record<SimulatedDelivery['channel'], string>;

const useChannelMessages = messagesOf({
  en: { channels },
  tr: { channels: { ...channels, smtp: 'E-posta (SMTP)', chat: 'Sohbet' } },
});

/** How an account is called: by its channel, and a further one of it by its own name too. Unknown ones by their key. */
export function useChannelNames(): (account: string) => string {
  const { channels: names } = useChannelMessages();
  return (account) => {
    const [channel = '', name] = account.split(':');
    const title = names[channel] ?? channel;
    return name === undefined ? title : `${title}: ${name}`;
  };
}
