import { messagesOf } from '../../i18n/i18n.js';

const english = new Intl.ListFormat('en');
const turkish = new Intl.ListFormat('tr');

/** Labels of the readers of a draft. */
export const useReaderMessages = messagesOf({
  en: {
    open: (names: readonly string[], more: number) =>
      `${english.format([...names, ...(more > 0 ? [`${more} more`] : [])])} ${
        names.length + more === 1 ? 'has' : 'have'
      } it open too.`,
  },
  tr: {
    open: (names, more) =>
      `Bu taslakta şu anda başkaları da var: ${turkish.format([...names, ...(more > 0 ? [`${more} kişi daha`] : [])])}`,
  },
});
