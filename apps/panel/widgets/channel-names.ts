import type { SimulatedDelivery } from '../api/simulators.js';
import { messagesOf } from '../i18n/i18n.js';

type Texts = Readonly<Record<string, string>>;

/** Names of channels. Names of products are the same in every language. */
export const useChannelMessages = messagesOf({
  en: {
    channels: asTexts({
      apns: 'Apple push (APNs)',
      fcm: 'Android push (FCM)',
      webpush: 'Web push',
      smtp: 'E-mail (SMTP)',
      sms: 'SMS',
      hms: 'Huawei push (Push Kit)',
      whatsapp: 'WhatsApp',
      chat: 'Chat',
    }),
  },
  tr: {
    channels: asTexts({
      apns: 'Apple push (APNs)',
      fcm: 'Android push (FCM)',
      webpush: 'Web push',
      smtp: 'E-posta (SMTP)',
      sms: 'SMS',
      hms: 'Huawei push (Push Kit)',
      whatsapp: 'WhatsApp',
      chat: 'Sohbet',
    }),
  },
});

/** Checks that every channel has a name; an account may be of another build's channel. */
function asTexts(texts: Record<SimulatedDelivery['channel'], string>): Texts {
  return texts;
}

/** How an account is called: by its channel, and a further one of it by its own name too. Unknown ones by their key. */
export function useChannelNames(): (account: string) => string {
  const { channels: names } = useChannelMessages();
  return (account) => {
    const [channel = '', name] = account.split(':');
    const title = names[channel] ?? channel;
    return name === undefined ? title : `${title}: ${name}`;
  };
}
