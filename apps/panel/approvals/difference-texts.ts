import type { Review } from '../api/compose/approvals.js';
import { useLanguageNames } from '../widgets/language-names.js';
import { useI18n, messagesOf } from '../i18n/i18n.js';
import { isHtml, textOfHtml } from './mail-text.js';

type ContentDifference = Review['differences'][number];

/** Labels of the parts of a campaign, by their path in the stored form. */
export const usePartMessages = messagesOf({
  en: {
    inLanguage: (language: string, part: string) => `${language}: ${part}`,
    target: 'Audience',
    mailText: 'Text of the mail',
    sameText: 'The same text, in another look',
    parts: {
      'message.title': 'Name of the campaign',
      'message.text': 'Text',
      'message.platforms': 'Platforms',
      'message.ios.title': 'Title on iOS',
      'message.android.title': 'Title on Android',
      'message.personalizedTitle': 'Title in browsers',
      'message.ios.mediaUrl': 'Picture on iOS',
      'message.android.mediaUrl': 'Picture on Android',
      'message.wpChromeImage': 'Picture in browsers',
      'message.iconUrl': 'Address of the icon',
      'message.click.url': 'What a tap opens',
      'message.click.deeplink': 'What a tap opens',
      'message.subject': 'Subject',
      'message.from': 'Address of the sender',
      'message.senderName': 'Name of the sender',
      'message.labels': 'Label',
      'message.categories': 'Categories',
      'message.ttlSeconds': 'Time to live',
      'options.categoryIds': 'Ids of the categories',
      'options.startTime': 'Leaves',
      'options.localTime': 'Local time of each person',
      'options.timeZone': 'Zone where none is known',
      'options.late.policy': 'When it is late',
      'options.late.afterMinutes': 'Late after',
      'options.limits.all': 'People at most',
      'options.holdout': 'Control group',
      'options.priority': 'Priority',
      'speed.packageSize': 'Recipients in a batch',
      'speed.intervalMins': 'Minutes between batches',
    },
  },
  tr: {
    inLanguage: (language, part) => `${language}: ${part}`,
    target: 'Hedef kitle',
    mailText: 'E-postanın metni',
    sameText: 'Aynı metin, başka görünüm',
    parts: {
      'message.title': 'Kampanyanın adı',
      'message.text': 'Metin',
      'message.platforms': 'Platformlar',
      'message.ios.title': 'iOS’ta başlık',
      'message.android.title': 'Android’de başlık',
      'message.personalizedTitle': 'Tarayıcılarda başlık',
      'message.ios.mediaUrl': 'iOS’ta görsel',
      'message.android.mediaUrl': 'Android’de görsel',
      'message.wpChromeImage': 'Tarayıcılarda görsel',
      'message.iconUrl': 'Simgenin adresi',
      'message.click.url': 'Dokununca açılan',
      'message.click.deeplink': 'Dokununca açılan',
      'message.subject': 'Konu',
      'message.from': 'Gönderenin adresi',
      'message.senderName': 'Gönderenin adı',
      'message.labels': 'Etiket',
      'message.categories': 'Kategoriler',
      'message.ttlSeconds': 'Ömür',
      'options.categoryIds': 'Kategorilerin kimlikleri',
      'options.startTime': 'Yola çıkış',
      'options.localTime': 'Herkesin kendi saati',
      'options.timeZone': 'Bilinmeyince saat dilimi',
      'options.late.policy': 'Geç kalırsa',
      'options.late.afterMinutes': 'Geç sayılma süresi',
      'options.limits.all': 'En çok kişi',
      'options.holdout': 'Kontrol grubu',
      'options.priority': 'Öncelik',
      'speed.packageSize': 'Bir paketteki alıcı',
      'speed.intervalMins': 'Paketler arası dakika',
    },
  },
});

/** Labels the parts of a campaign and their values. A part without a label stays as it is stored. */
export function useDifferenceTexts() {
  const { f } = useI18n();
  const messages = usePartMessages();
  const languageOf = useLanguageNames();
  const formats: Readonly<Record<string, (value: unknown) => string>> = {
    'options.startTime': (value) => f.moment(String(value)),
    'options.localTime': (value) => f.wall(String(value)),
    'message.ttlSeconds': (value) => f.span(Number(value)),
    'options.late.afterMinutes': (value) => f.span(Number(value) * 60),
    'options.limits.all': (value) => f.number(Number(value)),
    'options.holdout': (value) => f.percent(Number(value)),
    'speed.packageSize': (value) => f.number(Number(value)),
    'message.categories': (value) => (value as unknown[]).join(', '),
  };
  return {
    /** @param json  one of its values, which distinguishes a mail from other texts */
    nameOf: (field: string, json: string): string => {
      const [, language, part] = /^message\.languages\.(.+?)\.([a-z.A-Z]+)$/.exec(field) ?? [];
      const fieldPath = language === undefined ? field : `message.${part ?? ''}`;
      const partName = fieldPath === 'message.text' && isHtml(json) ? messages.mailText : messages.parts[fieldPath];
      if (language !== undefined) {
        return messages.inLanguage(languageOf(language), partName ?? part ?? '');
      }
      return field === 'target' ? messages.target : (partName ?? field);
    },
    valueOf: ({ field, from, to }: ContentDifference, side: 'from' | 'to'): string => {
      const json = side === 'from' ? from : to;
      if (json === null) {
        return '–';
      }
      if (isHtml(json)) {
        const text = textOfHtml(json);
        return side === 'to' && from !== null && textOfHtml(from) === text ? messages.sameText : text;
      }
      return formats[field]?.(JSON.parse(json)) ?? json;
    },
  };
}
