import { messagesOf } from '../i18n/i18n.js';

export const usePushMessages = messagesOf({
  en: {
    now: 'now',
    browser: 'Browser',
    picture: 'Picture',
    badge: (n: string) => `Number on the icon: ${n}`,
    activity: (event: string) => `Live activity: ${event}`,
  },
  tr: {
    now: 'şimdi',
    browser: 'Tarayıcı',
    picture: 'Resim',
    badge: (n) => `Simgedeki sayı: ${n}`,
    activity: (event) => `Canlı etkinlik: ${event}`,
  },
});
