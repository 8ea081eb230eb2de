import { messagesOf } from '../../i18n/i18n.js';

export interface FormMessages {
  tabs: string;
  tab: Readonly<Record<'form' | 'yaml', string>>;
  /** Names of fields, as people call them. */
  fields: Readonly<Record<string, string>>;
  help: Readonly<Record<string, string>>;
  /** Names of values of choices. */
  values: Readonly<Record<string, string>>;
  /** One entry of each section, and what adds one. */
  entry: Readonly<Record<string, string>>;
  add: Readonly<Record<string, string>>;
  none: Readonly<Record<string, string>>;
  edit: (name: string) => string;
  close: (name: string) => string;
  remove: (name: string) => string;
  unnamed: string;
  marks: string;
  fixed: string;
  inLanguage: (field: string, language: string) => string;
  addLanguage: (field: string) => string;
  chooseLanguage: string;
  noLanguage: string;
  allChannels: string;
  review: string;
  yes: string;
  no: string;
  nothing: string;
  kinds: Readonly<Record<'add' | 'change' | 'remove', (entry: string, name: string) => string>>;
  asFile: string;
  keepsFile: string;
}

export const useFormMessages = messagesOf<FormMessages>({
  en: {
    tabs: 'How to edit',
    tab: { form: 'Form', yaml: 'YAML' },
    fields: {
      label: 'Name',
      code: 'Code',
      dataType: 'Type',
      privateInfo: 'Private',
      array: 'Several values',
      sealed: 'Encrypted',
      mandatory: 'Required',
      description: 'Description',
      unit: 'Unit',
      options: 'Values to choose from',
      attributes: 'Properties',
      name: 'Name',
      title: 'Title',
      default: 'For people who said nothing',
      doubleOptIn: 'Ask for a confirmation by e-mail',
      channels: 'Channels',
      id: 'Number',
      buttons: 'Buttons',
      platform: 'Apps',
      defaultLanguage: 'Main language',
      timeZone: 'Time zone',
      defaultCountry: 'Country of phone numbers',
      iconUrl: 'Icon of web pushes',
      utm: 'Links of e-mails name the campaign (UTM)',
      eventName: 'Name in requests',
      baseEventCode: 'Based on',
      confirmation: 'Message that asks',
    },
    help: {
      code: 'As your systems send it. It cannot change later.',
      options: 'One a line. Leave it empty for any value.',
      buttons: 'One a line, in the order of the notification.',
      id: 'Messages name the set by this number.',
      timeZone: 'Such as Europe/Istanbul, for people without a known zone.',
      defaultCountry: 'Two letters, such as TR, for numbers without a calling code.',
      iconUrl: 'https://…',
      unit: 'Such as years or EUR.',
    },
    values: {
      STRING: 'Text',
      INT: 'Whole number',
      LONG: 'Large whole number',
      DOUBLE: 'Number with decimals',
      BOOLEAN: 'Yes or no',
      DATE: 'Day',
      TIME_STAMP: 'Day and time',
      on: 'They get it',
      off: 'They do not get it',
      IOS: 'iOS',
      ANDROID: 'Android',
      EMAIL: 'E-mail',
      SMS: 'SMS',
      PUSH: 'Push',
      WEB_PUSH: 'Web push',
      WHATSAPP: 'WhatsApp',
      TELEGRAM: 'Telegram',
      SLACK: 'Slack',
    },
    entry: {
      attributes: 'attribute',
      events: 'event',
      categories: 'topic',
      buttonSets: 'button set',
      sounds: 'sound',
      settings: 'settings',
      'events.attributes': 'property',
    },
    add: {
      attributes: 'Add an attribute',
      events: 'Add an event',
      categories: 'Add a topic',
      buttonSets: 'Add a button set',
      sounds: 'Add a sound',
      'events.attributes': 'Add a property',
    },
    none: {
      attributes: 'No attribute of your own yet. Add what you know of people, such as a birthday.',
      events: 'No event of your own yet. Add what people do, such as an order.',
      categories: 'No topic yet. Add the kinds of messages that people may choose.',
      buttonSets: 'No button set yet. Add the buttons that your apps show below a push.',
      sounds: 'No sound yet. Add the sound files that your apps contain.',
      'events.attributes': 'It tells nothing more yet.',
    },
    edit: (name) => `Edit ${name}`,
    close: (name) => `Close ${name}`,
    remove: (name) => `Remove ${name}`,
    unnamed: 'New',
    marks: 'More about it',
    fixed: 'It cannot change: stored values have it.',
    inLanguage: (field, language) => `${field} (${language})`,
    addLanguage: (field) => `${field} in another language`,
    chooseLanguage: 'Choose a language',
    noLanguage: 'None',
    allChannels: 'Choose none for all channels.',
    review: 'Review',
    yes: 'yes',
    no: 'no',
    nothing: 'nothing',
    kinds: {
      add: (entry, name) => `New ${entry}: ${name}`,
      change: (entry, name) => `Changed ${entry}: ${name}`,
      remove: (entry, name) => `Removed ${entry}: ${name}`,
    },
    asFile: 'As in the file',
    keepsFile: 'The form and the file are the same: what you change here, an export has.',
  },
  tr: {
    tabs: 'Düzenleme yolu',
    tab: { form: 'Form', yaml: 'YAML' },
    fields: {
      label: 'Ad',
      code: 'Kod',
      dataType: 'Tür',
      privateInfo: 'Özel',
      array: 'Birden çok değer',
      sealed: 'Şifreli',
      mandatory: 'Zorunlu',
      description: 'Açıklama',
      unit: 'Birim',
      options: 'Seçilebilecek değerler',
      attributes: 'Özellikler',
      name: 'Ad',
      title: 'Başlık',
      default: 'Bir şey söylemeyenler için',
      doubleOptIn: 'E-postayla onay iste',
      channels: 'Kanallar',
      id: 'Numara',
      buttons: 'Düğmeler',
      platform: 'Uygulamalar',
      defaultLanguage: 'Ana dil',
      timeZone: 'Saat dilimi',
      defaultCountry: 'Telefon numaralarının ülkesi',
      iconUrl: 'Web bildirimlerinin simgesi',
      utm: 'E-posta bağlantıları kampanyayı anar (UTM)',
      eventName: 'İsteklerdeki adı',
      baseEventCode: 'Dayandığı olay',
      confirmation: 'Onay isteyen mesaj',
    },
    help: {
      code: 'Sistemlerinizin gönderdiği gibi. Sonradan değişmez.',
      options: 'Her satıra bir tane. Her değer için boş bırakın.',
      buttons: 'Her satıra bir tane, bildirimdeki sırayla.',
      id: 'Mesajlar takımı bu numarayla anar.',
      timeZone: 'Europe/Istanbul gibi, dilimi bilinmeyen kişiler için.',
      defaultCountry: 'TR gibi iki harf, ülke kodu olmayan numaralar için.',
      iconUrl: 'https://…',
      unit: 'Yıl ya da EUR gibi.',
    },
    values: {
      STRING: 'Metin',
      INT: 'Tam sayı',
      LONG: 'Büyük tam sayı',
      DOUBLE: 'Ondalıklı sayı',
      BOOLEAN: 'Evet ya da hayır',
      DATE: 'Gün',
      TIME_STAMP: 'Gün ve saat',
      on: 'Alırlar',
      off: 'Almazlar',
      IOS: 'iOS',
      ANDROID: 'Android',
      EMAIL: 'E-posta',
      SMS: 'SMS',
      PUSH: 'Bildirim',
      WEB_PUSH: 'Web bildirimi',
      WHATSAPP: 'WhatsApp',
      TELEGRAM: 'Telegram',
      SLACK: 'Slack',
    },
    entry: {
      attributes: 'nitelik',
      events: 'olay',
      categories: 'konu',
      buttonSets: 'düğme takımı',
      sounds: 'ses',
      settings: 'ayarlar',
      'events.attributes': 'özellik',
    },
    add: {
      attributes: 'Nitelik ekle',
      events: 'Olay ekle',
      categories: 'Konu ekle',
      buttonSets: 'Düğme takımı ekle',
      sounds: 'Ses ekle',
      'events.attributes': 'Özellik ekle',
    },
    none: {
      attributes: 'Henüz size ait bir nitelik yok. Doğum günü gibi, kişiler hakkında bildiklerinizi ekleyin.',
      events: 'Henüz size ait bir olay yok. Sipariş gibi, kişilerin yaptıklarını ekleyin.',
      categories: 'Henüz konu yok. Kişilerin seçebileceği mesaj türlerini ekleyin.',
      buttonSets: 'Henüz düğme takımı yok. Uygulamalarınızın bildirim altında gösterdiği düğmeleri ekleyin.',
      sounds: 'Henüz ses yok. Uygulamalarınızın içerdiği ses dosyalarını ekleyin.',
      'events.attributes': 'Henüz başka bir şey anlatmıyor.',
    },
    edit: (name) => `Düzenle: ${name}`,
    close: (name) => `Kapat: ${name}`,
    remove: (name) => `Kaldır: ${name}`,
    unnamed: 'Yeni',
    marks: 'Diğer özellikleri',
    fixed: 'Değişmez: saklanan değerler böyle.',
    inLanguage: (field, language) => `${field} (${language})`,
    addLanguage: (field) => `${field}: başka bir dilde`,
    chooseLanguage: 'Bir dil seçin',
    noLanguage: 'Yok',
    allChannels: 'Tüm kanallar için hiçbirini seçmeyin.',
    review: 'Gözden geçir',
    yes: 'evet',
    no: 'hayır',
    nothing: 'yok',
    kinds: {
      add: (entry, name) => `Yeni ${entry}: ${name}`,
      change: (entry, name) => `Değişen ${entry}: ${name}`,
      remove: (entry, name) => `Kaldırılan ${entry}: ${name}`,
    },
    asFile: 'Dosyadaki gibi',
    keepsFile: 'Form ile dosya aynıdır: burada değiştirdiğiniz, dışa aktarılan dosyada da olur.',
  },
});
