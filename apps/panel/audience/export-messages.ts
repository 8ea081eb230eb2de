import { messagesOf } from '../i18n/i18n.js';

export const useExportMessages = messagesOf({
  en: {
    title: 'Save as a file',
    help: 'One line per user, with the extId. The download is recorded in the audit log.',
    choose: 'Choose columns',
    columns: 'Columns',
    isPrivate: (name: string) => `${name} (private)`,
    save: 'Save as CSV',
  },
  tr: {
    title: 'Dosya olarak kaydet',
    help: 'Her kullanıcı için extId ile bir satır. Kimin kaç kullanıcı kaydettiği denetim günlüğünde durur.',
    choose: 'Sütunları seç',
    columns: 'Sütunlar',
    isPrivate: (name: string) => `${name} (gizli)`,
    save: 'CSV olarak kaydet',
  },
});
