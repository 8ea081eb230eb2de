import type { ComposedPayload } from '../../api/compose/compose.js';
import { useLanguageNames } from '../../widgets/language-names.js';
import { Button } from '../../kit/controls/button.js';
import css from '../form/composer.module.css';
import { useOwnLanguageMessages } from './messages.js';

interface OwnLanguageProps {
  extId: string;
  /** Payloads of that person, in the language that is written. */
  items: readonly Pick<ComposedPayload, 'language' | 'ownLanguage'>[];
  /** Goes to a language of the draft; null: the main texts. */
  onShow: (language: string | null) => void;
}

/** Names the language that a person would get in place of the written one, with a link to it. */
export function OwnLanguage({ extId, items, onShow }: OwnLanguageProps) {
  const messages = useOwnLanguageMessages();
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
