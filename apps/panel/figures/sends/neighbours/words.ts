import { messagesOf } from '../../../i18n/i18n.js';

/** Words about what else leaves. */
export const useNeighbourWords = messagesOf({
  en: {
    title: 'What else leaves within a day of it',
    none: 'Nothing else leaves within a day of it.',
    campaign: 'Campaign',
    at: 'Leaves',
    recipients: 'Recipients',
    both: 'Users of both',
    about: (users: string) => `${users} users`,
    uncounted: 'not counted',
    help: 'Of what has not left yet, the users who match now are counted, reachable or not.',
    bothHelp: 'Users of both match this audience and that one now.',
    cut: 'There are more, further away in time. The calendar shows them all.',
    count: 'Count who gets both',
    stop: 'Stop counting',
    fault: 'It could not be counted.',
    unnamed: 'without a name',
  },
  tr: {
    title: 'Bir gün içinde başka ne yola çıkar',
    none: 'Bir gün içinde başka hiçbir şey yola çıkmaz.',
    campaign: 'Kampanya',
    at: 'Yola çıkış',
    recipients: 'Alıcı',
    both: 'İkisini de alanlar',
    about: (users) => `${users} kullanıcı`,
    uncounted: 'sayılmadı',
    help: 'Henüz yola çıkmayanlarda, ulaşılabilir olsun olmasın şu an uyan kullanıcılar sayılır.',
    bothHelp: 'İkisini de alanlar, şu an hem bu kitleye hem ötekine uyan kullanıcılardır.',
    cut: 'Daha uzak zamanlarda başkaları da var. Takvim hepsini gösterir.',
    count: 'İkisini de alacakları say',
    stop: 'Saymayı durdur',
    fault: 'Sayılamadı.',
    unnamed: 'adsız',
  },
});
