import { messagesOf } from '../../../i18n/i18n.js';

export const useContentMessages = messagesOf({
  en: {
    values: {
      event: (event: string) => `of the event ${event}`,
      data: 'of the request by which people enter',
      batch: 'of all events that were collected',
      batchCount: 'how many events were collected',
      batchList: 'the events that were collected, one after the other',
    },
    open: (name: string) => `Write ${name} in the composer`,
    take: 'Take it into the step',
    beyond: 'This content has parts that the composer cannot write. The set-up of journeys shows all of it.',
    blocks: 'The step keeps the HTML of this mail and its blocks. HTML that is changed in the file loses the blocks.',
    unmade: 'The mail could not be made.',
  },
  tr: {
    values: {
      event: (event) => `${event} olayından`,
      data: 'kişilerin girdiği istekten',
      batch: 'toplanan bütün olaylardan',
      batchCount: 'kaç olay toplandı',
      batchList: 'toplanan olaylar, birbiri ardına',
    },
    open: (name: string) => `${name} için düzenleyiciyi aç`,
    take: 'Adıma al',
    beyond: 'Bu içerikte düzenleyicinin yazamadığı parçalar var. Tamamı yolculukların ayarlarında görünür.',
    blocks: 'Adım bu e-postanın HTML’ini ve bloklarını tutar. Dosyada değiştirilen HTML bloklarını yitirir.',
    unmade: 'E-posta hazırlanamadı.',
  },
});
