import type { GalleryId, GalleryTexts } from './gallery.types.js';

/** Words of the gallery in Turkish. */
export const TURKISH: Readonly<Record<GalleryId, GalleryTexts>> = {
  welcome: {
    name: 'Hoş geldiniz',
    subject: 'Hoş geldiniz @{name|, katıldığınız için teşekkürler}',
    preheader: 'Başlamak için üç şey',
    title: 'Aramıza hoş geldiniz',
    parts: [
      { p: 'Merhaba @{name|değerli üyemiz}, katıldığınız için teşekkür ederiz. Çoğu kişi şöyle başlar:' },
      {
        p: '1. Neleri sevdiğinizi söyleyin, yalnızca onları yazalım.\n2. Etrafa bir göz atın.\n3. Sorun: bu e-postayı yanıtlamanız yeterli.',
      },
      { button: 'Başlayın' },
    ],
  },
  newsletter: {
    name: 'Bülten',
    subject: 'Bu ay neler oldu',
    preheader: 'İki haber ve bir tarih',
    title: 'Ayın haberleri',
    parts: [
      { p: 'Merhaba @{name|değerli okurumuz}, son mektubumuzdan beri olanlar burada.' },
      { h: 'İlk haber' },
      { p: 'Ne olduğunu ve okurlarınız için neden önemli olduğunu iki üç cümleyle anlatın.' },
      { button: 'Haberi okuyun' },
      'line',
      {
        columns: [
          [{ h: 'Kısaca' }, { p: 'Bir iki cümleyle bir haber daha.' }],
          [{ h: 'Takvime not' }, { p: 'Sırada ne var, ne zaman ve nerede.' }],
        ],
      },
    ],
  },
  launch: {
    name: 'Yeni ürün',
    subject: 'Beklenen geldi',
    preheader: 'İlk görenlerden olun',
    title: 'Yeni ürünümüzle tanışın',
    parts: [
      { p: 'Okura ne sağladığını tek cümleyle söyleyin.' },
      {
        columns: [
          [{ h: 'Kolay' }, { p: 'Artık daha iyi olan ilk şey.' }],
          [{ h: 'Hızlı' }, { p: 'Artık daha iyi olan ikinci şey.' }],
        ],
      },
      { button: 'Görün' },
    ],
  },
  sale: {
    name: 'İndirim',
    subject: 'Pazara kadar %20 indirim',
    preheader: 'Sevdiğiniz her şey daha uygun',
    title: 'Her şeyde %20 indirim',
    parts: [
      { p: 'Merhaba @{name|değerli müşterimiz}, pazar gecesine kadar mağazamızdaki her şeyde %20 indirim var.' },
      { p: 'Kod: BAHAR20' },
      { button: 'Alışverişe başlayın' },
      { p: 'Kod bir kez kullanılır, başka kampanyalarla birleşmez.' },
    ],
  },
  cart: {
    name: 'Terk edilen sepet',
    subject: 'Sepetinizde bir şey kaldı',
    preheader: 'Sepetiniz hâlâ burada',
    title: 'Hâlâ düşünüyor musunuz?',
    parts: [
      { p: 'Merhaba @{name|değerli müşterimiz}, sepetiniz bıraktığınız gibi duruyor.' },
      { button: 'Sepetime dön' },
      { p: 'Beden, teslimat ya da iade sorunuz mu var? Bu e-postayı yanıtlayın.' },
    ],
  },
  receipt: {
    name: 'Sipariş özeti',
    subject: 'Siparişiniz alındı',
    preheader: 'Teşekkürler. Bundan sonrası şöyle',
    title: 'Siparişiniz için teşekkürler',
    parts: [
      { p: 'Merhaba @{name|değerli müşterimiz}, siparişinizi aldık ve hazırlıyoruz.' },
      'line',
      {
        columns: [
          [{ h: 'Sipariş' }, { p: 'Numarası ve tarihi' }],
          [{ h: 'Toplam' }, { p: 'Tutar ve ödeme yolu' }],
        ],
      },
      { button: 'Siparişi görün' },
    ],
  },
  shipping: {
    name: 'Kargo',
    subject: 'Paketiniz yola çıktı',
    preheader: 'Buradan izleyin',
    title: 'Paketiniz yolda',
    parts: [
      { p: 'Merhaba @{name|değerli müşterimiz}, paketiniz bugün depomuzdan çıktı. Genellikle iki üç gün sürer.' },
      { button: 'Paketi izleyin' },
      { p: 'Evde kimse yok mu? Aynı bağlantıdan başka bir gün ya da komşu seçin.' },
    ],
  },
  event: {
    name: 'Etkinlik daveti',
    subject: 'Davetlisiniz',
    preheader: 'O akşamı boş tutun',
    title: 'Bize katılın',
    parts: [
      { p: 'Merhaba @{name|değerli üyemiz}, sizi etkinliğimizde görmek isteriz.' },
      {
        columns: [
          [{ h: 'Ne zaman' }, { p: 'Gün ve saat' }],
          [{ h: 'Nerede' }, { p: 'Yerin adı ve adresi' }],
        ],
      },
      { button: 'Yerimi ayırt' },
      { p: 'Ücretsizdir. Yerler sınırlıdır.' },
    ],
  },
  survey: {
    name: 'Anket',
    subject: 'Üç soru için iki dakikanız var mı?',
    preheader: 'Yanıtınız bundan sonrasını belirler',
    title: 'Nasıl gidiyoruz?',
    parts: [
      {
        p: 'Merhaba @{name|değerli müşterimiz}, üç kısa soru, iki dakika. Bundan sonra ne yapacağımızı yanıtlarınız belirler.',
      },
      { button: 'Yanıtlayın' },
      { p: 'Her yanıtı okuruz, hiçbirini paylaşmayız.' },
    ],
  },
  winBack: {
    name: 'Geri kazanma',
    subject: 'Sizi bir süredir görmedik',
    preheader: 'Çok şey değişti',
    title: 'Uzun zaman oldu',
    parts: [
      { p: 'Merhaba @{name|değerli müşterimiz}, bir süredir uğramadınız. O zamandan beri yeni olanlar:' },
      { p: '• Değişen ilk şey\n• Değişen ikinci şey' },
      { button: 'Göz atın' },
      { p: 'Daha az e-posta mı istersiniz? Neleri alacağınızı aşağıdan seçin.' },
    ],
  },
  birthday: {
    name: 'Doğum günü',
    subject: 'İyi ki doğdunuz @{name|, hepimizden}',
    preheader: 'Bizden küçük bir hediye',
    title: 'Doğum gününüz kutlu olsun!',
    parts: [
      { p: 'Sevgili @{name|dostumuz}, yeni yaşınız güzel geçsin. Bu hediye sizin:' },
      { p: 'Yedi gün boyunca bir sonraki siparişinizde %15 indirim.' },
      { button: 'Hediyeyi açın' },
    ],
  },
  notice: {
    name: 'Parola ya da bildirim',
    subject: 'Parolanız değiştirildi',
    preheader: 'Siz miydiniz? O zaman yapacak bir şey yok',
    title: 'Parolanız değiştirildi',
    parts: [
      { p: 'Merhaba @{name|değerli üyemiz}, hesabınızın parolası az önce değiştirildi.' },
      { p: 'Siz miydiniz? O zaman yapacak bir şey yok. Değilse hesabınızı hemen koruyun:' },
      { button: 'Ben değildim' },
      { p: 'Parolanızı e-postayla asla sormayız.' },
    ],
  },
};

export const TURKISH_UNSUBSCRIBE = 'Abonelikten çık';
