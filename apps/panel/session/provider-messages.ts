import { messagesOf } from '../i18n/i18n.js';

/** Results of a sign-in at the OpenID Connect provider; reasons by the name that the server gives them. */
export const useProviderMessages = messagesOf({
  en: {
    refused: 'Sign-in failed.',
    proved: 'Your identity is confirmed. Repeat the action now.',
    reasons: {
      expired: 'That took too long, or began in another browser. Try again.',
      denied: 'The sign-in was cancelled or refused there.',
      provider: 'The sign-in service does not answer. Try again later.',
      token:
        'The answer of the sign-in service was not valid. Your administrator finds the reason in the log of Herald.',
      groups: 'None of your groups has a role here. Ask the administrator of the groups.',
      ended: 'You are no longer a member.',
      stale: 'The sign-in service did not ask again who you are.',
      other: 'Another person signed in there.',
      connected: 'That account belongs to another member, or you have connected another one.',
      limited: 'There were too many tries. Wait a minute.',
    },
  },
  tr: {
    refused: 'Bu bir yere varmadı.',
    proved: 'Siz olduğunuz anlaşıldı. Şimdi bir kez daha yapın.',
    reasons: {
      expired: 'Çok uzun sürdü ya da başka bir tarayıcıda başladı. Yeniden deneyin.',
      denied: 'Giriş orada kesildi ya da reddedildi.',
      provider: 'Giriş hizmeti yanıt vermiyor. Daha sonra yeniden deneyin.',
      token: 'Giriş hizmetinin yanıtı doğru değildi. Herald’ı çalıştıran kişi nedenini günlükte bulur.',
      groups: 'Gruplarınızın hiçbirinin burada rolü yok. Gruplardan sorumlu kişiye başvurun.',
      ended: 'Artık üye değilsiniz.',
      stale: 'Giriş hizmeti kim olduğunuzu yeniden sormadı.',
      other: 'Orada başka biri giriş yaptı.',
      connected: 'Bu hesap başka bir üyenin ya da siz başka bir hesap bağladınız.',
      limited: 'Çok fazla deneme oldu. Bir dakika bekleyin.',
    },
  },
});
