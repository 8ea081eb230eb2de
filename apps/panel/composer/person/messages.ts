import { messagesOf } from '../../i18n/i18n.js';

export const useWillGetMessages = messagesOf({
  en: {
    title: (extId: string) => (extId === '' ? 'Will this person get it?' : `Will ${extId} get it?`),
    note: 'As of now, by the same rules as the send.',
    ask: 'Check person',
    noPerson: 'Choose a person above.',
    unfinished: 'The campaign is not complete yet.',
    yes: (extId: string) => `${extId} would get it now.`,
    outside: (extId: string) => `${extId} would not get it: not in the audience.`,
    unreached: (extId: string) => `${extId} would not get it: in the audience, but not reachable.`,
    limit: 'The maximum number of recipients is not considered: they are chosen at launch.',
    old: 'The campaign has changed since.',
    unknown: (extId: string) => `There is no person with the id ${extId}`,
    unknownHelp: 'Enter the external id exactly, with the same upper and lower case.',
  },
  tr: {
    title: (extId) => (extId === '' ? 'Biri bunu alır mı?' : `${extId} bunu alır mı?`),
    note: 'Şu anki durum, gönderen parçalara göre.',
    ask: 'Öğren',
    noPerson: 'Yukarıda bir kişi yazın.',
    unfinished: 'Kampanya henüz tamamlanmadı.',
    yes: (extId) => `${extId} şimdi olsa alırdı.`,
    outside: (extId) => `${extId} almazdı: kitlede değil.`,
    unreached: (extId) => `${extId} almazdı: kitlede, ama ona hiçbir şey ulaşmıyor.`,
    limit: 'Sınır hesaba katılmaz: kimi seçeceği gönderim başlarken belli olur.',
    old: 'Kampanya bundan sonra değişti.',
    unknown: (extId) => `${extId} kimliği kimsede yok`,
    unknownHelp: 'Kendi sisteminizin verdiği kimliktir; büyük ve küçük harfler aynı olmalıdır.',
  },
});
