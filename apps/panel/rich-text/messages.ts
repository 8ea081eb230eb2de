import { messagesOf } from '../i18n/i18n.js';

export const useRichTextMessages = messagesOf({
  en: {
    link: 'Link address',
    placeholder: 'Insert a value',
    linkHelp: 'Begins with https://, http://, mailto:, tel: or a value such as @{shop}.',
    linkRefused: 'Begin with https://, http://, mailto: or tel:.',
    tools: (label: string) => `Formatting of: ${label}`,
    bold: 'Bold (Ctrl+B)',
    italic: 'Italic (Ctrl+I)',
    linkTool: 'Link (Ctrl+K)',
    linkTitle: 'Link',
    setLink: 'Set the link',
    unlink: 'Take the link away',
  },
  tr: {
    link: 'Açtığı yer',
    placeholder: 'Değer ekle',
    linkHelp: 'https://, http://, mailto:, tel: ya da @{magaza} gibi bir değerle başlar.',
    linkRefused: 'https://, http://, mailto: ya da tel: ile başlayın.',
    tools: (label) => `Görünüm: ${label}`,
    bold: 'Kalın (Ctrl+B)',
    italic: 'İtalik (Ctrl+I)',
    linkTool: 'Bağlantı (Ctrl+K)',
    linkTitle: 'Bağlantı',
    setLink: 'Bağlantıyı koy',
    unlink: 'Bağlantıyı kaldır',
  },
});
