import { messagesOf } from '../i18n/i18n.js';

/** Words of the audience. */
export const useAudienceWords = messagesOf({
  en: {
    title: 'Audience',
    subtitle: 'Who would get a message: counted exactly while you describe them. Nothing is sent.',
    segments: 'Segments',
    who: 'Who',
    asTarget: 'As a target of the interface',
    targetHelp: 'As sends and segments take it. What you type here stands in the lines above.',
    groupsHelp:
      'With groups, as segments take it; a send names the segment. What you type here stands in the lines above.',
    segmentsHelp: 'As segments take it; a send names the segment. What you type here stands in the lines above.',
    notShown: 'The lines do not show this: it is not complete, or they cannot. They are counted as they stand above.',
    howMany: 'How many',
    people: 'Who they are',
    peopleNote: 'Up to 25, drawn evenly',
    draw: 'Show some of them',
    drawAgain: 'Draw others',
    nobody: 'Nobody.',
    noExtId: (uid: string) => `User ${uid}`,
    clauses: 'Clause',
    alone: 'Alone',
    remaining: 'Left here',
  },
  tr: {
    title: 'Hedef kitle',
    subtitle: 'Bir mesajı kim alırdı: siz tarif ederken tam olarak sayılır. Hiçbir şey gönderilmez.',
    segments: 'Segmentler',
    who: 'Kim',
    asTarget: 'Arayüzün hedefi olarak',
    targetHelp: 'Gönderimlerin ve segmentlerin aldığı biçim. Buraya yazdığınız, yukarıdaki satırlarda görünür.',
    groupsHelp:
      'Gruplarla, segmentlerin aldığı biçim; bir gönderim segmentin adını verir. Buraya yazdığınız, yukarıda görünür.',
    segmentsHelp: 'Segmentlerin aldığı biçim; bir gönderim segmentin adını verir. Buraya yazdığınız, yukarıda görünür.',
    notShown: 'Satırlar bunu göstermiyor: tamam değil ya da gösteremezler. Yukarıda durdukları gibi sayılırlar.',
    howMany: 'Kaç kişi',
    people: 'Kimler',
    peopleNote: 'En çok 25, eşit olasılıkla',
    draw: 'Birkaçını göster',
    drawAgain: 'Başkalarını seç',
    nobody: 'Kimse yok.',
    noExtId: (uid) => `Kullanıcı ${uid}`,
    clauses: 'Koşul',
    alone: 'Tek başına',
    remaining: 'Burada kalan',
  },
});
