import { messagesOf } from '../i18n/i18n.js';

/** Labels of the list of testers. */
export const useTesterMessages = messagesOf({
  en: {
    title: 'Testers',
    help: 'Users with the tag testers. Members who may change people can change this list.',
    none: 'There are no testers yet.',
    by: 'Find by',
    ways: { extId: 'Id', email: 'E-mail address', msisdn: 'Phone number' },
    value: 'Exact value',
    add: 'Add a tester',
    added: (extId: string) => `${extId} is a tester.`,
    remove: (extId: string) => `Remove ${extId}`,
    subtitle: 'Tests of a campaign go to these users with one press.',
    own: 'Your own test devices stand in your profile.',
    toOwn: 'Add your own test devices',
    forbidden: 'To see testers you need the permission to find people.',
    locked: 'To change the list you need the permission to change people.',
  },
  tr: {
    title: 'Deneme kullanıcıları',
    help: 'testers etiketli kullanıcılar. Kullanıcıları değiştirebilen bu listeyi de değiştirir.',
    none: 'Henüz deneme kullanıcısı yok.',
    by: 'Neye göre',
    ways: { extId: 'Kimlik', email: 'E-posta adresi', msisdn: 'Telefon numarası' },
    value: 'Değerin tamamı',
    add: 'Deneme kullanıcısı ekle',
    added: (extId) => `${extId} artık deneme kullanıcısı.`,
    remove: (extId) => `${extId} kişisini çıkar`,
    subtitle: 'Bir kampanyanın denemeleri tek basışla bu kullanıcılara gider.',
    own: 'Kendi deneme cihazlarınız profilinizdedir.',
    toOwn: 'Kendi deneme cihazlarınızı ekleyin',
    forbidden: 'Deneme kullanıcılarını görmek için kişileri bulma iznine ihtiyacınız var.',
    locked: 'Listeyi değiştirmek için kişileri değiştirme iznine ihtiyacınız var.',
  },
});
