import { wordsOf } from '../../words/words.js';

/** Words of the calendar of campaigns. */
export const useCalendarWords = wordsOf({
  en: {
    title: 'Calendar',
    list: 'List',
    zone: (zone: string) => `Times in ${zone}. Arrow keys walk through the days.`,
    view: 'View',
    month: 'Month',
    week: 'Week',
    before: 'Earlier',
    after: 'Later',
    today: 'Today',
    isToday: 'today',
    none: 'No campaign in this time',
    more: (n: string) => `${n} more`,
    count: { none: 'no campaign', single: '1 campaign', some: (n: string) => `${n} campaigns` },
    people: (n: string) => `${n} recipients`,
    cut: 'The calendar reads the newest 1,000 campaigns, and all that are scheduled. Older ones stand in the list.',
  },
  tr: {
    title: 'Takvim',
    list: 'Liste',
    zone: (zone: string) => `Saatler ${zone} diliminde. Ok tuşları günler arasında gezdirir.`,
    view: 'Görünüm',
    month: 'Ay',
    week: 'Hafta',
    before: 'Önceki',
    after: 'Sonraki',
    today: 'Bugün',
    isToday: 'bugün',
    none: 'Bu sürede kampanya yok',
    more: (n: string) => `${n} tane daha`,
    count: { none: 'kampanya yok', single: '1 kampanya', some: (n: string) => `${n} kampanya` },
    people: (n: string) => `${n} alıcı`,
    cut: 'Takvim en yeni 1.000 kampanyayı ve planlananların hepsini okur. Daha eskileri listededir.',
  },
});
