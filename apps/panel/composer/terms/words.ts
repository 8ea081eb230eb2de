import { messagesOf } from '../../i18n/i18n.js';

/** Words of what a campaign has beside its texts and its audience. */
export const useTermWords = messagesOf({
  en: {
    whatMore: 'More: categories, label, time to live',
    whenMore: 'More: speed, limit',
    categories: 'Categories',
    categoriesHelp: 'Who refused one of them gets nothing.',
    label: 'Label',
    labelHelp: 'Reports add up the campaigns of a label.',
    ttl: 'Time to live',
    ttlHelp: 'What is not received in this time is dropped. Empty: as the channel has it.',
    ttlUnit: 'Unit',
    units: { m: 'minutes', h: 'hours', d: 'days' },
    speedSize: 'Recipients in a package',
    speedMins: 'Minutes between packages',
    speedHelp: 'Empty: as fast as the accounts allow.',
    limit: 'People at most',
    limitHelp: 'Drawn at random at the launch. Empty: everybody who matches.',
  },
  tr: {
    whatMore: 'Dahası: kategoriler, etiket, ömür',
    whenMore: 'Dahası: hız, sınır',
    categories: 'Kategoriler',
    categoriesHelp: 'Bunlardan birini istemeyene hiçbir şey gitmez.',
    label: 'Etiket',
    labelHelp: 'Raporlar bir etiketin kampanyalarını toplar.',
    ttl: 'Ömür',
    ttlHelp: 'Bu sürede alınmayan ileti düşer. Boş: kanalın kendi süresi.',
    ttlUnit: 'Birim',
    units: { m: 'dakika', h: 'saat', d: 'gün' },
    speedSize: 'Bir paketteki alıcı',
    speedMins: 'Paketler arası dakika',
    speedHelp: 'Boş: hesapların izin verdiği kadar hızlı.',
    limit: 'En çok kişi',
    limitHelp: 'Gönderim başlarken rastgele seçilir. Boş: uyan herkes.',
  },
});
