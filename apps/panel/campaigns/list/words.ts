import { wordsOf } from '../../words/words.js';

/** Words of the list of campaigns that nothing else needs. */
export const useListWords = wordsOf({
  en: {
    compose: 'New campaign',
    copy: 'Copy',
    drafts: 'Drafts',
    sends: 'Transactional sends',
    none: 'No campaign yet',
    noneHelp:
      'A campaign shows up here as soon as your server sends one over the REST interface, or somebody writes one.',
    noMatch: 'No campaign fits these filters',
    noMatchHelp: 'Take a filter away, or look for another name.',
    clear: 'Clear the filters',
  },
  tr: {
    compose: 'Yeni kampanya',
    copy: 'Kopyala',
    drafts: 'Taslaklar',
    sends: 'İşlemsel gönderimler',
    none: 'Henüz kampanya yok',
    noneHelp: 'Sunucunuz REST arayüzünden bir kampanya gönderince ya da biri yazınca burada görünür.',
    noMatch: 'Bu süzgeçlere uyan kampanya yok',
    noMatchHelp: 'Bir süzgeci kaldırın ya da başka bir ad arayın.',
    clear: 'Süzgeçleri temizle',
  },
});
