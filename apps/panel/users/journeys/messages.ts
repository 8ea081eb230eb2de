import { messagesOf } from '../../i18n/i18n.js';

export const usePersonJourneyMessages = messagesOf({
  en: {
    title: 'Journeys',
    none: 'This person was in no journey.',
    place: (since: string, step: string, text: string) => `Since ${since} at the step ${step}: ${text}.`,
    at: (until: string, next: string) => `On ${until}: ${next}.`,
    soon: (next: string) => `Within seconds: ${next}.`,
    came: (event: string, next: string) => `If the event ${event} comes before: ${next}.`,
    woken: (event: string, next: string) => `The event ${event} came. Now: ${next}.`,
    next: (step: string, text: string) => `the step ${step} ${text}`,
    end: 'the journey ends',
    paused: 'The journey is paused: nothing happens until it is resumed.',
    off: 'The journey was stopped: the person leaves it within seconds.',
    entered: (time: string) => `Entered ${time}.`,
    left: (entered: string, left: string, step: string, reason: string) =>
      `Entered ${entered}, left ${left} at the step ${step}: ${reason}.`,
    /** Words before the name of the journey, in the timeline. */
    happened: {
      JourneyEntered: 'Entered the journey',
      JourneyLeft: 'Left the journey',
      JourneyConverted: 'Reached the goal of the journey',
    },
    removed: 'removed',
    way: 'Show the way on the drawing',
  },
  tr: {
    title: 'Yolculuklar',
    none: 'Bu kişi hiçbir yolculukta bulunmadı.',
    place: (since: string, step: string, text: string) => `${since} tarihinden beri ${step} adımında: ${text}.`,
    at: (until: string, next: string) => `${until}: ${next}.`,
    soon: (next: string) => `Saniyeler içinde: ${next}.`,
    came: (event: string, next: string) => `${event} olayı daha önce gelirse: ${next}.`,
    woken: (event: string, next: string) => `${event} olayı geldi. Şimdi: ${next}.`,
    next: (step: string, text: string) => `${step} adımı ${text}`,
    end: 'yolculuk biter',
    paused: 'Yolculuk duraklatıldı: sürdürülene kadar bir şey olmaz.',
    off: 'Yolculuk durduruldu: kişi saniyeler içinde ayrılır.',
    entered: (time: string) => `Giriş: ${time}.`,
    left: (entered: string, left: string, step: string, reason: string) =>
      `Giriş: ${entered}. Ayrılış: ${left}, ${step} adımında: ${reason}.`,
    happened: {
      JourneyEntered: 'Yolculuğa girdi:',
      JourneyLeft: 'Yolculuktan ayrıldı:',
      JourneyConverted: 'Yolculuğun hedefine ulaştı:',
    },
    removed: 'kaldırıldı',
    way: 'Yolu çizimde göster',
  },
});
