import { messagesOf } from '../../i18n/i18n.js';

/** Labels of the contents of a campaign. */
export const useContentMessages = messagesOf({
  en: {
    contents: 'Contents',
    add: 'Add a content',
    choose: 'Choose a channel',
    addHelp: 'One campaign can have a content for each channel: push, e-mail, SMS.',
    kinds: {
      push: 'Push',
      web: 'Web push',
      mail: 'E-mail',
      sms: 'SMS',
      whatsapp: 'WhatsApp',
      chat: 'Chat',
      inbox: 'Inbox of the app',
    },
    noPlatform: 'No platform',
    earlier: (name: string) => `Move earlier: ${name}`,
    later: (name: string) => `Move later: ${name}`,
    remove: (name: string) => `Remove ${name}`,
    inContent: (name: string, text: string) => `${name}: ${text}`,
    incomplete: (names: string) => `Write each content first, or remove it: ${names}.`,
  },
  tr: {
    contents: 'İçerikler',
    add: 'İçerik ekle',
    choose: 'Kanal seçin',
    addHelp: 'Bir kampanyanın her kanal için bir içeriği olabilir: anlık bildirim, e-posta, SMS.',
    kinds: {
      push: 'Anlık bildirim',
      web: 'Web bildirimi',
      mail: 'E-posta',
      sms: 'SMS',
      whatsapp: 'WhatsApp',
      chat: 'Sohbet',
      inbox: 'Uygulamanın gelen kutusu',
    },
    noPlatform: 'Platform yok',
    earlier: (name) => `Öne al: ${name}`,
    later: (name) => `Arkaya al: ${name}`,
    remove: (name) => `Kaldır: ${name}`,
    inContent: (name, text) => `${name}: ${text}`,
    incomplete: (names) => `Önce her içeriği yazın ya da kaldırın: ${names}.`,
  },
});
