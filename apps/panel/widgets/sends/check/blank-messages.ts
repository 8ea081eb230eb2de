import { messagesOf } from '../../../i18n/i18n.js';

export const useBlankMessages = messagesOf({
  en: {
    title: 'Gaps in the message',
    all: (people: string) => `It lacks something for exactly this many people: ${people}.`,
    atLeast: (people: string) =>
      `It lacks something for at least this many people: ${people}. Not everyone could be checked.`,
    kinds: {
      missing: (name: string) => `${name} has no value and no default.`,
      blank: (name: string) => `${name} prints nothing.`,
      wrong_type: (name: string) => `${name} has a value that its filter cannot read.`,
      aborted: () => 'The template stops the message.',
    },
    block: (name: string) => `block “${name}”`,
    place: (field: string, line: string, column: string) => `(${field}, line ${line}, column ${column})`,
    offer: 'With a default:',
  },
  tr: {
    title: 'İletideki boşluklar',
    all: (people) => `Tam şu kadar kişi için bir şey eksik: ${people}.`,
    atLeast: (people) => `En az şu kadar kişi için bir şey eksik: ${people}. Herkese bakılamadı.`,
    kinds: {
      missing: (name) => `${name} için değer de varsayılan da yok.`,
      blank: (name) => `${name} hiçbir şey yazmıyor.`,
      wrong_type: (name) => `${name} değerini süzgeci okuyamıyor.`,
      aborted: () => 'Şablon iletiyi durduruyor.',
    },
    block: (name) => `“${name}” bloğu`,
    place: (field, line, column) => `(${field}, satır ${line}, sütun ${column})`,
    offer: 'Varsayılanla:',
  },
});
