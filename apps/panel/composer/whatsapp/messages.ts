import { messagesOf } from '../../i18n/i18n.js';

export const useWhatsAppMessages = messagesOf({
  en: {
    template: 'Template',
    none: 'No template (only people who wrote within 24 hours)',
    choose: 'WhatsApp shows the template to everybody. All other platforms show the text.',
    noneYet: 'No account has an approved template.',
    headerText: 'Value in the header',
    named: (name: string) => `Value ${name}`,
    numbered: (n: number) => `Value ${n} of the text`,
    files: {
      image: 'Address of the picture (https)',
      video: 'Address of the video (https)',
      document: 'Address of the document (https)',
    },
    button: (n: number) => `Value of button ${n}`,
    code: (n: number) => `Code of button ${n}`,
    incomplete: 'First fill in each value of the template.',
    textHelp: 'Empty: the text of the template, for reports.',
  },
  tr: {
    template: 'Şablon',
    none: 'Şablon yok (yalnızca son 24 saatte yazanlara)',
    choose: 'WhatsApp herkese şablonu gösterir. Diğer platformlar metni gösterir.',
    noneYet: 'Hiçbir hesapta onaylı şablon yok.',
    headerText: 'Başlıktaki değer',
    named: (name) => `${name} değeri`,
    numbered: (n) => `Metnin ${n}. değeri`,
    files: {
      image: 'Görselin adresi (https)',
      video: 'Videonun adresi (https)',
      document: 'Belgenin adresi (https)',
    },
    button: (n) => `${n}. düğmenin değeri`,
    code: (n) => `${n}. düğmenin kodu`,
    incomplete: 'Önce şablonun her değerini doldurun.',
    textHelp: 'Boş: raporlar için şablonun metni.',
  },
});
