import { messagesOf } from '../i18n/i18n.js';

/** Labels of the gallery itself. */
export const useGalleryMessages = messagesOf({
  en: {
    title: 'Parts of the panel',
    help: 'Every part in every state. What is built of them looks and works alike.',
  },
  tr: {
    title: 'Panelin parçaları',
    help: 'Her parça, her durumda. Bunlardan kurulan her şey aynı görünür ve aynı çalışır.',
  },
});
