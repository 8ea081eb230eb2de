import { messagesOf } from '../../i18n/i18n.js';

/** Labels of actions on a whole draft. */
export const useHistoryMessages = messagesOf({
  en: {
    undo: 'Undo',
    redo: 'Redo',
    keys: 'Alt+1, Alt+2 and Alt+3 go to What, Who and When. Ctrl+Z outside of a field takes back the last change.',
    request: 'API request',
    form: 'Form',
    forms: { curl: 'curl', json: 'JSON' },
    requestHelp: 'The same send as a REST request. Put in your own HERALD_URL and HERALD_KEY; it contains no key.',
    copied: 'Copied.',
    incomplete: 'The campaign is not complete. Fill in what is missing first.',
    mail: 'Herald makes the HTML of this e-mail from its blocks or its template. A request needs an e-mail as HTML.',
    groups:
      'The audience has groups, which a request cannot contain. Save it as a segment and choose the segment here.',
  },
  tr: {
    undo: 'Geri al',
    redo: 'Yinele',
    keys: 'Alt+1, Alt+2 ve Alt+3 Ne, Kime ve Ne zaman bölümlerine gider. Ctrl+Z, alanların dışında son değişikliği geri alır.',
    request: 'İstek olarak',
    form: 'Biçim',
    forms: { curl: 'curl', json: 'JSON' },
    requestHelp: 'Sunucunuzun bunun yerine göndereceği istek. HERALD_URL ve HERALD_KEY sizindir: içinde anahtar yok.',
    copied: 'Kopyalandı.',
    incomplete: 'Kampanyada bir şey eksik. Önce tamamlayın.',
    mail: 'Herald bu e-postanın HTML’ini bloklarından ya da şablonundan yapar. İstek için e-posta HTML olmalı.',
    groups: 'Hedef kitlede, isteğin almadığı gruplar var. Ondan bir segment yapıp burada onu seçin.',
  },
});
