import { messagesOf } from '../../../i18n/i18n.js';

export const useContentMessages = messagesOf({
  en: {
    open: (name: string) => `Write ${name} in the composer`,
    take: 'Take it into the step',
    beyond: 'This content has parts that the composer cannot write. The set-up of journeys shows all of it.',
    blocks: 'A mail of blocks is made by the server, and a step keeps HTML alone: choose HTML.',
  },
  tr: {
    open: (name: string) => `${name} için düzenleyiciyi aç`,
    take: 'Adıma al',
    beyond: 'Bu içerikte düzenleyicinin yazamadığı parçalar var. Tamamı yolculukların ayarlarında görünür.',
    blocks: 'Bloklu e-postayı sunucu hazırlar; adım yalnızca HTML tutar: HTML seçin.',
  },
});
