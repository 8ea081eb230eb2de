import type { PageMessages } from './page-messages.js';

export const tr: PageMessages = {
  privacy: 'Gizlilik',
  missing: {
    title: 'Bulunamadı',
    heading: 'Bu bağlantı bir yere götürmüyor',
    text: 'Eksik ya da çok eski olabilir: bazı programlarda uzun bağlantılar iki satıra bölünür. Tamamını kopyalayın ya da en yeni iletiye bakın.',
  },
  unsubscribe: {
    title: 'Abonelikten çık',
    doneTitle: 'Abonelikten çıkıldı',
    ask: (name) => `${name} aboneliğinden çıkılsın mı?`,
    text: (name) =>
      `${name} size artık bu tür e-posta göndermeyecek. Fiş ve kod gibi kendi istediğiniz iletiler gelmeye devam eder.`,
    done: 'Abonelikten çıktınız',
    doneText: (name) => `${name} size artık bu tür e-posta göndermeyecek. Yola çıkmış bir ileti yine de gelebilir.`,
    askTopic: (topics) => `${topics}: abonelikten çıkılsın mı?`,
    textTopic: (name) => `${name} size bu konuda artık e-posta göndermeyecek. Geri kalan her şey olduğu gibi kalır.`,
    doneTopic: (topics) => `${topics}: abonelikten çıktınız`,
    doneTopicText: (name) =>
      `${name} size bu konuda artık e-posta göndermeyecek. Yola çıkmış bir ileti yine de gelebilir.`,
    button: 'Abonelikten çık',
    more: 'Ne alacağınızı seçin ya da hepsinden çıkın',
  },
  preferences: {
    title: 'Tercihleriniz',
    savedTitle: 'Kaydedildi',
    text: (name) => `${name} size neler göndersin, seçin.`,
    channels: {
      EMAIL: 'E-posta',
      SMS: 'SMS',
      PUSH: 'Uygulama',
      WEB_PUSH: 'Tarayıcı',
      WHATSAPP: 'WhatsApp',
      TELEGRAM: 'Telegram',
      SLACK: 'Slack',
    },
    pending: 'onayınızı bekliyor',
    expired: 'zamanında onaylanmadı',
    noTopics: 'Burada seçilecek bir şey yok.',
    tracking: 'Açma ve tıklamalar',
    trackingText: 'Seçiminiz daha önce aldığınız iletiler için de geçerlidir.',
    trackingChoice: 'İletileri açmam ve tıklamam adımla birlikte kaydedilebilir',
    save: 'Kaydet',
    saved: 'Seçiminiz kaydedildi.',
    unchanged: 'Her şey olduğu gibi.',
    undo: 'Geri al',
    undone: 'Son değişiklik geri alındı.',
    undoEnded: 'Bu değişiklik artık geri alınamaz. Aşağıdan yeniden seçin.',
    leave: 'Hepsinden çık',
    leaveText: (name) =>
      `${name} size artık e-posta ile reklam göndermeyecek. Fiş ve kod gibi kendi istediğiniz iletiler gelmeye devam eder.`,
    leaveButton: 'Tüm e-postalardan çık',
    left: (name) => `${name} size e-posta ile reklam göndermiyor.`,
    returnButton: 'Yeniden e-posta al',
  },
};
