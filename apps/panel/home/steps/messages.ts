import { messagesOf } from '../../i18n/i18n.js';

export const useStepMessages = messagesOf({
  en: {
    title: 'First steps',
    note: (done: number, all: number) => `${done} of ${all} done`,
    done: 'done',
    names: {
      account: 'Connect a provider account, or use the simulators',
      people: 'Import your people',
      attribute: 'Add an attribute, such as a birthday',
      campaign: 'Write a campaign',
      colleague: 'Invite a colleague',
    },
  },
  tr: {
    title: 'İlk adımlar',
    note: (done, all) => `${all} adımdan ${done} tamam`,
    done: 'tamam',
    names: {
      account: 'Bir sağlayıcı hesabı bağlayın ya da benzetimleri kullanın',
      people: 'Kişilerinizi içe aktarın',
      attribute: 'Doğum günü gibi bir öznitelik ekleyin',
      campaign: 'Bir kampanya yazın',
      colleague: 'Bir iş arkadaşınızı davet edin',
    },
  },
});
