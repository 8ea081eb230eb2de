import type { Message } from '#libs/content';

/** The words of the built-in confirmation. Placeholders are those of a message. */
interface Words {
  subject: string;
  question: string;
  button: string;
  otherwise: string;
  short: string;
}

const WORDS = {
  en: {
    subject: '@{app}: please confirm',
    question: 'Do you want to get this from @{app}: @{topics}?',
    button: 'Confirm',
    otherwise: 'If you did not ask for it, ignore this message: you will get nothing.',
    short: '@{app}: confirm that you want @{topics}: @{confirmUrl}',
  },
  tr: {
    subject: '@{app}: lütfen onaylayın',
    question: '@{app} şunları göndersin mi: @{topics}?',
    button: 'Onayla',
    otherwise: 'Bunu siz istemediyseniz iletiyi yok sayın: size hiçbir şey gönderilmez.',
    short: '@{app}: @{topics} için onay verin: @{confirmUrl}',
  },
  de: {
    subject: '@{app}: bitte bestätigen',
    question: 'Möchten Sie von @{app} Folgendes erhalten: @{topics}?',
    button: 'Bestätigen',
    otherwise: 'Wenn Sie nicht darum gebeten haben, tun Sie nichts: Sie erhalten dann nichts.',
    short: '@{app}: Bitte bestätigen Sie @{topics}: @{confirmUrl}',
  },
  ar: {
    subject: '@{app}: يرجى التأكيد',
    question: 'هل تريد أن تصلك من @{app} رسائل عن: @{topics}؟',
    button: 'تأكيد',
    otherwise: 'إذا لم تطلب ذلك فتجاهل هذه الرسالة، ولن يصلك شيء.',
    short: '@{app}: أكّد رغبتك في @{topics}: @{confirmUrl}',
  },
} as const satisfies Record<string, Words>;
export type ConfirmationLanguage = keyof typeof WORDS;

/** The language of the built-in words for a tag or name; English where there is none. */
export function confirmationLanguage(tag: string | null | undefined): ConfirmationLanguage {
  const [base = ''] = (tag ?? '').toLowerCase().split(/[-_]/);
  return base in WORDS ? (base as ConfirmationLanguage) : 'en';
}

/** The built-in content of a confirmation, with the placeholders `app`, `topics` and `confirmUrl`. */
export function writeConfirmation(language: ConfirmationLanguage, isMail: boolean): Pick<Message, 'subject' | 'text'> {
  const { subject, question, button, otherwise, short } = WORDS[language];
  if (!isMail) {
    return { text: short };
  }
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const text = `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"></head>
<body style="font:16px/1.5 sans-serif;color:#1c2330">
<p>${question}</p>
<p><a href="@{confirmUrl}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#1f5fd0;color:#ffffff;font-weight:600;text-decoration:none">${button}</a></p>
<p style="color:#586174">${otherwise}</p>
</body></html>`;
  return { subject, text };
}
