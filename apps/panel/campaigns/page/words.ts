import { wordsOf } from '../../words/words.js';

/** Words of a campaign's page that no other screen needs. */
export const useCampaignWords = wordsOf({
  en: {
    limits: {
      speed: 'the speed of the campaign',
      account: 'the pace of the account',
      rest: 'an account that rests',
      pause: 'a paused account',
      provider: 'the provider',
      machine: 'this machine',
    },
    payload: 'Payload',
    show: 'Show',
    payloads: 'What providers get',
    payloadsOf: (uid: string) => `What providers would get now for user ${uid}`,
    payloadsNone: 'The message goes to no address of this user.',
    payloadsHelp:
      'As workers render it. The sender adds the address and the id of the message; links of mails and texts are counted.',
    differs: (attributes: string) => `Differs by ${attributes}. This is for somebody who has none of it.`,
    notSent: (reason: string) => `Not sent: ${reason}.`,
    drawn: 'drawn by the app',
    history: 'Who did what',
    historyNone: 'The audit log has nothing about it any more.',
    actions: {
      'campaign.start': 'sent it off',
      'campaign.pause': 'paused it',
      'campaign.resume': 'let it go on',
      'campaign.stop': 'stopped it',
      'campaign.speed': 'changed its speed',
      'approval.ask': 'asked for approval',
      'approval.give': 'approved it',
      'approval.reject': 'rejected it',
    },
  },
  tr: {
    limits: {
      speed: 'kampanyanın hızı',
      account: 'hesabın hızı',
      rest: 'dinlenen bir hesap',
      pause: 'duraklatılmış bir hesap',
      provider: 'sağlayıcı',
      machine: 'bu makine',
    },
    payload: 'İçerik',
    show: 'Göster',
    payloads: 'Sağlayıcıların aldığı',
    payloadsOf: (uid: string) => `${uid} numaralı kullanıcı için sağlayıcılar şimdi ne alırdı`,
    payloadsNone: 'Mesaj bu kullanıcının hiçbir adresine gitmiyor.',
    payloadsHelp:
      'İşleyicilerin ürettiği gibi. Gönderici adresi ve mesaj kimliğini ekler; e-posta ve SMS bağlantıları sayılır.',
    differs: (attributes: string) => `Şunlara göre değişir: ${attributes}. Burada bunları olmayan biri için.`,
    notSent: (reason: string) => `Gönderilmez: ${reason}.`,
    drawn: 'uygulama çizer',
    history: 'Kim ne yaptı',
    historyNone: 'Denetim günlüğünde artık bununla ilgili bir kayıt yok.',
    actions: {
      'campaign.start': 'gönderdi',
      'campaign.pause': 'duraklattı',
      'campaign.resume': 'devam ettirdi',
      'campaign.stop': 'durdurdu',
      'campaign.speed': 'hızını değiştirdi',
      'approval.ask': 'onay istedi',
      'approval.give': 'onayladı',
      'approval.reject': 'reddetti',
    },
  },
});
