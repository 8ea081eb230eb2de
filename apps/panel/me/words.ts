import { wordsOf } from '../words/words.js';

/** Words of the passkeys of a member. */
export const usePasskeyWords = wordsOf({
  en: {
    title: 'Passkeys',
    none: 'You have no passkey yet.',
    noneHelp: 'With one you sign in by a finger, a face or a PIN, and need no link any more.',
    insecure: 'Passkeys need https, or localhost. Here you sign in by links.',
    name: 'Name of the new one',
    nameHelp: 'So that you know it again: Phone, Laptop.',
    add: 'Add a passkey',
    added: 'The passkey is added.',
    failed: 'The browser made no passkey. It was broken off, or this device has one already.',
    madeAt: (time: string) => `since ${time}`,
    usedAt: (time: string) => `used ${time}`,
    never: 'not used yet',
    remove: 'Remove',
    removeOf: (name: string) => `Remove the passkey ${name}`,
    removed: 'The passkey is removed.',
    offer: 'Sign in without a link next time',
    offerHelp: 'The link was used up. With a passkey you come in by a finger, a face or a PIN of this device.',
    later: 'Not now',
    nameOf: (day: string) => `Made on ${day}`,
  },
  tr: {
    title: 'Geçiş anahtarları',
    none: 'Henüz geçiş anahtarınız yok.',
    noneHelp: 'Onunla parmak, yüz ya da PIN ile giriş yaparsınız; bağlantı gerekmez.',
    insecure: 'Geçiş anahtarları https ya da localhost ister. Burada bağlantıyla giriş yaparsınız.',
    name: 'Yenisinin adı',
    nameHelp: 'Tanımanız için: Telefon, Dizüstü.',
    add: 'Geçiş anahtarı ekle',
    added: 'Geçiş anahtarı eklendi.',
    failed: 'Tarayıcı geçiş anahtarı oluşturmadı. Vazgeçildi ya da bu cihazda zaten var.',
    madeAt: (time: string) => `${time} tarihinden beri`,
    usedAt: (time: string) => `${time} kullanıldı`,
    never: 'henüz kullanılmadı',
    remove: 'Kaldır',
    removeOf: (name: string) => `${name} geçiş anahtarını kaldır`,
    removed: 'Geçiş anahtarı kaldırıldı.',
    offer: 'Bir dahaki sefere bağlantısız girin',
    offerHelp: 'Bağlantı kullanıldı. Geçiş anahtarıyla bu cihazın parmak, yüz ya da PIN doğrulamasıyla girersiniz.',
    later: 'Şimdi değil',
    nameOf: (day: string) => `${day} tarihinde eklendi`,
  },
});

/** Words of the account of a member at the OpenID Connect provider. */
export const useProviderWords = wordsOf({
  en: {
    title: (name: string) => `Account: ${name}`,
    none: 'Connect your account there, and you sign in with it.',
    connected: 'You sign in with your account there.',
    connect: 'Connect',
    remove: 'Disconnect',
    removed: 'The account is disconnected.',
  },
  tr: {
    title: (name: string) => `Hesap: ${name}`,
    none: 'Oradaki hesabınızı bağlayın, onunla giriş yapın.',
    connected: 'Oradaki hesabınızla giriş yapıyorsunuz.',
    connect: 'Bağla',
    remove: 'Bağlantıyı kes',
    removed: 'Hesabın bağlantısı kesildi.',
  },
});

/** Words of what a member sets about itself, and of its sessions. */
export const useMeWords = wordsOf({
  en: {
    self: 'About you',
    name: 'Name',
    zone: 'Time zone',
    save: 'Save',
    saved: 'Saved.',
    sessions: 'Where you are signed in',
    browser: 'Browser',
    seen: 'Last seen',
    signedIn: 'Signed in',
    end: 'Sign out',
    ended: 'Signed out there.',
    thisOne: 'this one',
  },
  tr: {
    self: 'Hakkınızda',
    name: 'Ad',
    zone: 'Saat dilimi',
    save: 'Kaydet',
    saved: 'Kaydedildi.',
    sessions: 'Giriş yaptığınız yerler',
    browser: 'Tarayıcı',
    seen: 'Son görülme',
    signedIn: 'Giriş',
    end: 'Çıkış yap',
    ended: 'Orada çıkış yapıldı.',
    thisOne: 'bu tarayıcı',
  },
});
