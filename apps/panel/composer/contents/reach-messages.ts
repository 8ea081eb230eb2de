import { messagesOf } from '../../i18n/i18n.js';

/** Labels of the rule of reaching. */
export const useReachMessages = messagesOf({
  en: {
    reach: 'Channels of each person',
    reaches: { all: 'All channels', first: 'First that reaches', preferred: 'Preferred channel' },
    reachHelp: {
      all: 'Each person gets every content on the channels that she has.',
      first: (order: string) =>
        `Each person gets ${order}: the next one only when the one before could not be delivered.`,
      preferred: 'Each person gets one content: that of her preferred channel, or else the first that can reach her.',
    },
    within: 'Delivered within',
    withinHelp: 'Empty: 24 hours. An e-mail that bounces later counts as delivered.',
    unit: 'Unit of time',
    units: { m: 'minutes', h: 'hours', d: 'days' },
    preferredBy: 'Preferred channel by',
    lastActive: 'The channel used last',
    inOrder: (names: readonly string[]) => names.join(', then '),
  },
  tr: {
    reach: 'Her kişinin kanalları',
    reaches: { all: 'Tüm kanallar', first: 'Ulaşan ilk kanal', preferred: 'Tercih edilen kanal' },
    reachHelp: {
      all: 'Herkes, sahip olduğu kanallarda her içeriği alır.',
      first: (order) => `Herkes şu sırayla alır: ${order}. Sıradaki, yalnızca bir önceki teslim edilemediğinde gider.`,
      preferred: 'Herkes tek içerik alır: tercih ettiği kanalınkini, yoksa ona ulaşabilen ilk içeriği.',
    },
    within: 'Şu sürede teslim',
    withinHelp: 'Boş: 24 saat. Daha sonra geri dönen bir e-posta teslim edilmiş sayılır.',
    unit: 'Zaman birimi',
    units: { m: 'dakika', h: 'saat', d: 'gün' },
    preferredBy: 'Tercih edilen kanal',
    lastActive: 'En son kullanılan kanal',
    inOrder: (names) => names.join(', sonra '),
  },
});
