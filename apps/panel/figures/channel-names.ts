import { wordsOf } from '../words/words.js';

type Texts = Readonly<Record<string, string>>;

const channels: Texts = {
  apns: 'Apple push (APNs)',
  fcm: 'Android push (FCM)',
  webpush: 'Web push',
  smtp: 'E-mail (SMTP)',
  sms: 'SMS',
};

const useChannelWords = wordsOf({
  en: { channels },
  tr: { channels: { ...channels, smtp: 'E-posta (SMTP)' } },
});

/** How the account of a channel is called; one that nobody knows by its own name. */
export function useChannelNames(): (channel: string) => string {
  const { channels: names } = useChannelWords();
  return (channel) => names[channel] ?? channel;
}
