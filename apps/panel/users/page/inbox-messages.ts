import { messagesOf } from '../../i18n/i18n.js';

type Texts = Readonly<Record<string, string>>;

const english: Texts = { READ: 'read', UNREAD: 'unread', DELETED: 'deleted' };
const turkish: Texts = { READ: 'okundu', UNREAD: 'okunmadı', DELETED: 'silindi' };

export const useInboxMessages = messagesOf({
  en: {
    title: 'Inbox',
    counts: (unread: number, read: number, deleted: number) => `${unread} unread, ${read} read, ${deleted} deleted`,
    none: 'No message is stored for this person.',
    message: 'As devices show it',
    hidden: 'hidden',
    state: 'State',
    states: english,
    sent: 'Sent',
    actions: 'Actions',
    remove: 'Mark as deleted',
    removeOf: (title: string) => `Mark as deleted: “${title}”`,
    removeHelp: 'Apps list it no more when they read the inbox the next time. What was sent and its results stay.',
    removed: 'The message is marked as deleted.',
  },
  tr: {
    title: 'Gelen kutusu',
    counts: (unread: number, read: number, deleted: number) =>
      `${unread} okunmamış, ${read} okunmuş, ${deleted} silinmiş`,
    none: 'Bu kişi için saklanan mesaj yok.',
    message: 'Cihazların gösterdiği',
    hidden: 'gizli',
    state: 'Durum',
    states: turkish,
    sent: 'Gönderildi',
    actions: 'İşlemler',
    remove: 'Silindi say',
    removeOf: (title: string) => `Silindi say: “${title}”`,
    removeHelp: 'Uygulamalar gelen kutusunu bir sonraki okuyuşta onu listelemez. Gönderilen ve sonuçları kalır.',
    removed: 'Mesaj silindi sayıldı.',
  },
});
