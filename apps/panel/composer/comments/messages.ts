import { messagesOf } from '../../i18n/i18n.js';

export const useCommentMessages = messagesOf({
  en: {
    title: 'Comments',
    titleOf: (n: number) => `Comments (${n})`,
    help: 'For your colleagues. Comments are not sent, and go with the draft.',
    text: 'New comment',
    add: 'Add comment',
    remove: 'Remove',
    removeOf: (text: string) => `Remove the comment: ${text}`,
    former: 'A former member',
    you: (name: string) => `${name} (you)`,
  },
  tr: {
    title: 'Yorumlar',
    titleOf: (n) => `Yorumlar (${n})`,
    help: 'Çalışma arkadaşlarınız için. Yorumlar gönderilmez, taslakla birlikte silinir.',
    text: 'Yeni yorum',
    add: 'Yorum ekle',
    remove: 'Kaldır',
    removeOf: (text) => `Yorumu kaldır: ${text}`,
    former: 'Eski bir üye',
    you: (name) => `${name} (siz)`,
  },
});
