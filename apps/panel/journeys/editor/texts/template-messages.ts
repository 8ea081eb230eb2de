import { messagesOf } from '../../../i18n/i18n.js';

export const useTemplateMessages = messagesOf({
  en: {
    empty: 'Empty',
    emptyHelp: 'An entry and nothing else.',
    emptyName: 'New journey',
    beginEmpty: 'Begin empty',
    use: (name: string) => `Begin with ${name}`,
    lastTitle: 'Still thinking about it?',
    lastText: 'We are here if you have a question.',
    templates: {
      cart: {
        name: 'Abandoned cart',
        purpose: 'Reminds who filled a cart and did not order within an hour; once more a day later.',
        title: 'Your cart is waiting',
        text: 'Your choice is still there.',
      },
      welcome: {
        name: 'Welcome',
        purpose: 'Greets who registered, and writes again to who looked at nothing within three days.',
        title: 'Welcome',
        text: 'Good to have you here.',
      },
      browse: {
        name: 'Looked, did not buy',
        purpose: 'Writes to people who looked at a product and put nothing into the cart within a day.',
        title: 'Did you like it?',
        text: 'What you looked at is still available.',
      },
      thanks: {
        name: 'After an order',
        purpose: 'Thanks for an order at once, and asks how it was a week later.',
        title: 'Thank you',
        text: 'We have your order.',
      },
      birthday: {
        name: 'Birthday',
        purpose: 'Congratulates each year on the date in an attribute.',
        title: 'Happy birthday',
        text: 'A present is waiting for you.',
      },
      winBack: {
        name: 'Win back',
        purpose:
          'Writes to people who join a segment of quiet people, and once more to those who do not come back in a week.',
        title: 'We miss you',
        text: 'See what is new.',
      },
      noClick: {
        name: 'Reminder without a click',
        purpose: 'Writes to people who join a segment, and once more to those who do not click within two days.',
        title: 'News for you',
        text: 'See what is new: https://shop.example',
      },
      wish: {
        name: 'Wish list',
        purpose: 'Reminds of the wish list after three days.',
        title: 'Your wish list',
        text: 'What you wished for is still available.',
      },
      renewal: {
        name: 'Renewal',
        purpose: 'Writes two weeks and four days before a date of the person, such as the end of a contract.',
        title: 'Renew in time',
        text: 'Your contract ends soon.',
      },
      weekly: {
        name: 'Weekly letter',
        purpose: 'Writes to an audience each Monday at ten, at most 1,000 people a minute.',
        title: 'This week',
        text: 'The news of this week.',
      },
      request: {
        name: 'Started by a server',
        purpose: 'Your server names the people: two messages, a day apart.',
        title: 'News for you',
        text: 'Something of yours has changed.',
      },
    },
  },
  tr: {
    empty: 'Boş',
    emptyHelp: 'Bir giriş, başka bir şey yok.',
    emptyName: 'Yeni yolculuk',
    beginEmpty: 'Boş başla',
    use: (name) => `Şununla başla: ${name}`,
    lastTitle: 'Hâlâ düşünüyor musunuz?',
    lastText: 'Sorunuz varsa buradayız.',
    templates: {
      cart: {
        name: 'Terk edilen sepet',
        purpose: 'Sepetini doldurup bir saat içinde sipariş vermeyene hatırlatır; bir gün sonra bir kez daha.',
        title: 'Sepetiniz bekliyor',
        text: 'Seçtikleriniz hâlâ orada.',
      },
      welcome: {
        name: 'Hoş geldiniz',
        purpose: 'Kaydolanı karşılar; üç gün içinde hiçbir şeye bakmayana yeniden yazar.',
        title: 'Hoş geldiniz',
        text: 'Burada olmanıza sevindik.',
      },
      browse: {
        name: 'Baktı, almadı',
        purpose: 'Bir ürüne bakıp bir gün içinde sepete bir şey koymayana yazar.',
        title: 'Beğendiniz mi?',
        text: 'Baktığınız ürün hâlâ mevcut.',
      },
      thanks: {
        name: 'Siparişten sonra',
        purpose: 'Sipariş için hemen teşekkür eder, bir hafta sonra nasıl olduğunu sorar.',
        title: 'Teşekkürler',
        text: 'Siparişinizi aldık.',
      },
      birthday: {
        name: 'Doğum günü',
        purpose: 'Bir özellikteki tarihte her yıl kutlar.',
        title: 'İyi ki doğdunuz',
        text: 'Sizi bir hediye bekliyor.',
      },
      winBack: {
        name: 'Geri kazanma',
        purpose: 'Sessizlerin segmentine katılana yazar, bir haftada dönmeyene bir kez daha.',
        title: 'Sizi özledik',
        text: 'Yeniliklere bakın.',
      },
      noClick: {
        name: 'Tıklamayana hatırlatma',
        purpose: 'Bir segmente katılana yazar, iki gün içinde tıklamayana bir kez daha.',
        title: 'Sizin için haberler',
        text: 'Yeniliklere bakın: https://shop.example',
      },
      wish: {
        name: 'İstek listesi',
        purpose: 'Üç gün sonra istek listesini hatırlatır.',
        title: 'İstek listeniz',
        text: 'İstediğiniz ürün hâlâ mevcut.',
      },
      renewal: {
        name: 'Yenileme',
        purpose: 'Kişinin bir tarihinden, örneğin sözleşme bitiminden iki hafta ve dört gün önce yazar.',
        title: 'Zamanında yenileyin',
        text: 'Sözleşmeniz yakında bitiyor.',
      },
      weekly: {
        name: 'Haftalık bülten',
        purpose: 'Her pazartesi saat onda bir kitleye yazar, dakikada en çok 1.000 kişi.',
        title: 'Bu hafta',
        text: 'Bu haftanın haberleri.',
      },
      request: {
        name: 'Sunucu başlatır',
        purpose: 'Kişileri sunucunuz bildirir: bir gün arayla iki mesaj.',
        title: 'Size haber var',
        text: 'Size ait bir şey değişti.',
      },
    },
  },
});
