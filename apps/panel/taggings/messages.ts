import { pluralOf } from '../i18n/plural.js';
import { messagesOf } from '../i18n/i18n.js';

const english = pluralOf('en');
const turkish = pluralOf('tr');

export const useTaggingMessages = messagesOf({
  en: {
    title: 'Tag this audience',
    direction: 'What happens',
    directions: { ADD: 'They get the tag', REMOVE: 'They lose the tag' },
    tag: 'Tag',
    help: 'Applies to the users who match now. Users who match later are not tagged.',
    save: { ADD: 'Give the tag', REMOVE: 'Take the tag off' },
    started: (tag: string, n: number) =>
      english(n, {
        single: `${tag}: {n} person. It goes on when you leave this page.`,
        many: `${tag}: {n} people. It goes on when you leave this page.`,
      }),
    progress: 'How far it is',
    list: 'Tags of audiences',
    listNote: 'The newest twenty of the last 30 days',
    who: 'By',
    when: 'Begun',
    done: 'Done',
    changed: 'Changed',
    actions: 'Actions',
    doneOf: (done: string, people: string) => `${done} of ${people}`,
    /** By direction and state. */
    states: {
      ADD_WAITING: 'waits',
      ADD_RUNNING: 'being given',
      ADD_FINISHED: 'given',
      ADD_STOPPED: 'stopped',
      REMOVE_WAITING: 'waits to be taken off',
      REMOVE_RUNNING: 'being taken off',
      REMOVE_FINISHED: 'taken off',
      REMOVE_STOPPED: 'taking off was stopped',
    },
    stop: 'Stop',
    stopNamed: (tag: string) => `Stop: ${tag}`,
    stopped: 'Stopped. Who is done stays as they are.',
    takeOff: 'Take off',
    takeOffNamed: (tag: string) => `Take off: ${tag}`,
    takeOffTitle: (tag: string) => `Take ${tag} off everybody?`,
    takeOffHelp: 'Everybody who has the tag now loses it, also who had it before or got it elsewhere.',
    begins: 'It begins in a moment.',
  },
  tr: {
    title: 'Onlara etiket ver',
    direction: 'Ne olacak',
    directions: { ADD: 'Etiketi alırlar', REMOVE: 'Etiketi kaybederler' },
    tag: 'Etiket',
    help: 'Şu anda hedef kitlede olanlar için; kimse bakmasa da sürer. Sonradan katılan bir şey almaz.',
    save: { ADD: 'Etiketi ver', REMOVE: 'Etiketi al' },
    started: (tag, n) =>
      turkish(n, {
        single: `${tag}: {n} kişi. Bu sayfadan çıksanız da sürer.`,
        many: `${tag}: {n} kişi. Bu sayfadan çıksanız da sürer.`,
      }),
    progress: 'Ne kadar ilerledi',
    list: 'Hedef kitlelerin etiketleri',
    listNote: 'Son 30 günün en yeni yirmisi',
    who: 'Kim',
    when: 'Başlangıç',
    done: 'Biten',
    changed: 'Değişen',
    actions: 'İşlemler',
    doneOf: (done, people) => `${people} kişiden ${done}`,
    states: {
      ADD_WAITING: 'bekliyor',
      ADD_RUNNING: 'veriliyor',
      ADD_FINISHED: 'verildi',
      ADD_STOPPED: 'durduruldu',
      REMOVE_WAITING: 'geri alınmayı bekliyor',
      REMOVE_RUNNING: 'geri alınıyor',
      REMOVE_FINISHED: 'geri alındı',
      REMOVE_STOPPED: 'geri alma durduruldu',
    },
    stop: 'Durdur',
    stopNamed: (tag) => `Durdur: ${tag}`,
    stopped: 'Durduruldu. Bitenler olduğu gibi kalır.',
    takeOff: 'Geri al',
    takeOffNamed: (tag) => `Geri al: ${tag}`,
    takeOffTitle: (tag) => `${tag} etiketi herkesten alınsın mı?`,
    takeOffHelp: 'Şu anda etiketi olan herkes onu kaybeder; önceden ya da başka yerden alanlar da.',
    begins: 'Birazdan başlar.',
  },
});
