import { messagesOf } from '../../i18n/i18n.js';

export const useContentsMessages = messagesOf({
  en: {
    title: 'By content',
    content: 'Content',
    numbered: (n: string, platforms: string) => `${n}. ${platforms}`,
    planned: 'Planned',
    leftOut: 'Who did not get it',
    reach: {
      all: 'Each person gets every content on the channels that they have.',
      first: (time: string) =>
        `Each person gets the contents in this order: the next one only when the one before was not delivered within ${time}.`,
      preferred: (by: string) => `Each person gets one content, by ${by}; else the first that can reach them.`,
      lastActive: 'the channel used last',
    },
  },
  tr: {
    title: 'İçeriğe göre',
    content: 'İçerik',
    numbered: (n, platforms) => `${n}. ${platforms}`,
    planned: 'Planlanan',
    leftOut: 'Bunu almayanlar',
    reach: {
      all: 'Herkes, sahip olduğu kanallarda her içeriği alır.',
      first: (time) =>
        `Herkes içerikleri bu sırayla alır: sıradaki, yalnızca bir önceki ${time} içinde teslim edilmediyse gider.`,
      preferred: (by) => `Herkes tek içerik alır, ${by} ile; yoksa ona ulaşabilen ilk içeriği.`,
      lastActive: 'en son kullanılan kanal',
    },
  },
});
