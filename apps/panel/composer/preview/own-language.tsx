import type { ComposedPayload } from '../../api/compose/compose.js';
import { useLanguageNames } from '../../widgets/language-names.js';
import { Button } from '../../kit/controls/button.js';
import { messagesOf } from '../../i18n/i18n.js';
import css from '../form/composer.module.css';

const useOwnMessages = messagesOf({
  en: {
    main: 'Main text',
    gets: (extId: string, name: string) => `This is not the text that ${extId} would get. That is: ${name}.`,
    getsByDevice: (extId: string, names: string) => `${extId} would get another text at each device: ${names}.`,
    show: (name: string) => `Show: ${name}`,
  },
  tr: {
    main: 'Ana metin',
    gets: (extId, name) => `Bu, ${extId} kişisinin alacağı metin değil. O metin: ${name}.`,
    getsByDevice: (extId, names) => `${extId} her cihazda başka bir metin alırdı: ${names}.`,
    show: (name) => `Göster: ${name}`,
  },
});

interface OwnLanguageProps {
  extId: string;
  /** Payloads of that person, in the language that is written. */
  items: readonly Pick<ComposedPayload, 'language' | 'ownLanguage'>[];
  /** Goes to a language of the draft; null: the main texts. */
  onShow: (language: string | null) => void;
}

/** Names the language that a person would get in place of the written one, with a link to it. */
export function OwnLanguage({ extId, items, onShow }: OwnLanguageProps) {
  const messages = useOwnMessages();
  const languageOf = useLanguageNames();
  const nameOf = (language: string | null): string => (language === null ? messages.main : languageOf(language));
  const languages = [...new Set(items.map(({ ownLanguage }) => ownLanguage))];
  const [first = null, second] = languages;
  const unseen = languages.filter((language) => items.every((item) => item.language !== language));
  return (
    <div className={css['rows']}>
      <p className={css['quiet']} role="status">
        {second === undefined
          ? messages.gets(extId, nameOf(first))
          : messages.getsByDevice(extId, languages.map(nameOf).join(', '))}
      </p>
      <p className={css['actions']}>
        {unseen.map((language) => (
          <Button key={nameOf(language)} kind="quiet" onPress={() => onShow(language)}>
            {messages.show(nameOf(language))}
          </Button>
        ))}
      </p>
    </div>
  );
}
