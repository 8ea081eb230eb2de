import { messagesOf } from '../../i18n/i18n.js';

export const useExtraMessages = messagesOf({
  en: {
    more: 'More: subtitle, sound, thread, data',
    subtitle: 'Subtitle',
    subtitleHelp: 'The second line of the title on a phone, with @{attribute|default}.',
    sound: 'Sound',
    soundHelp: 'One of the sounds of the app. Empty: the default sound.',
    thread: 'Thread',
    threadHelp: 'Notifications of one thread are shown as a group.',
    custom: 'Custom data for the app (JSON)',
    customHelp: 'The app gets this object as it is.',
    customFault:
      'This is not a JSON object, such as {"offer": 12}, or a number has more than 15 digits: put it in quotes. Correct it before you check or send.',
  },
  tr: {
    more: 'Dahası: alt başlık, ses, konu, veri',
    subtitle: 'Alt başlık',
    subtitleHelp: 'Telefonda başlığın ikinci satırı; @{öznitelik|varsayılan} olabilir.',
    sound: 'Ses',
    soundHelp: 'Uygulamanın seslerinden biri. Boş: telefonun kendi sesi.',
    thread: 'Konu',
    threadHelp: 'Aynı konudaki bildirimler bir grup olarak gösterilir.',
    custom: 'Uygulama için veri (JSON)',
    customHelp: 'Uygulama bu nesneyi olduğu gibi alır.',
    customFault:
      'Bu, {"offer": 12} gibi bir JSON nesnesi değil, ya da bir sayının 15 basamaktan fazlası var: tırnak içine alın. Bununla hiçbir şey denetlenemez ve gönderilemez.',
  },
});
