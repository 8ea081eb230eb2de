import { Button } from '../kit/controls/button.js';
import { Chips } from '../kit/controls/chips.js';
import { Select } from '../kit/controls/select.js';
import css from './form/composer.module.css';
import { isMail, MAIN, type Draft, type LanguageTexts } from './form/draft.js';
import type { Faults } from './form/faults.js';
import { LANGUAGE_TAGS, useLanguageNames } from '../widgets/language-names.js';
import { useComposerMessages } from './form/messages.js';

interface LanguagesProps {
  draft: Draft;
  faults: Faults;
  onChange: (fields: Partial<Draft>) => void;
}

/** Lists the languages of the message with the open one; problems of the others are shown here. */
export function Languages({ draft, faults, onChange }: LanguagesProps) {
  const messages = useComposerMessages();
  const nameOf = useLanguageNames();
  const { languages, language } = draft;
  const others = LANGUAGE_TAGS.filter((tag) => !languages.some(({ name }) => name === tag));
  const options = others.map((tag) => [tag, nameOf(tag)] as const).toSorted(([, a], [, b]) => a.localeCompare(b));
  const elsewhere = [...Object.entries(faults.blocking), ...Object.entries(faults.warnings)].flatMap(
    ([field, text = '']) => {
      const at = languages.find(({ name }) => name !== language && field.startsWith(`languages.${name}.`));
      return at ? [messages.inLanguage(nameOf(at.name), text)] : [];
    },
  );
  return (
    <>
      <div className={css['actions']}>
        {languages.length > 0 && (
          <Chips
            label={messages.languages}
            value={language}
            options={[[MAIN, messages.main], ...languages.map(({ name }) => [name, nameOf(name)] as const)]}
            onChange={(chosen) => onChange({ language: chosen })}
          />
        )}
        <Select
          label={messages.addLanguage}
          isBare={languages.length > 0}
          value={MAIN}
          options={[[MAIN, messages.chooseLanguage], ...options]}
          onChange={(name) =>
            name !== MAIN &&
            onChange({
              languages: [...languages, copyOfMain(draft, name)],
              language: name,
            })
          }
        />
        {language !== MAIN && (
          <Button
            kind="quiet"
            onPress={() => onChange({ languages: languages.filter(({ name }) => name !== language), language: MAIN })}
          >
            {messages.removeLanguage(nameOf(language))}
          </Button>
        )}
      </div>
      {languages.length > 0 && (
        <p className={css['quiet']}>
          {language === MAIN ? messages.mainHelp : messages.languageHelp(nameOf(language))}
        </p>
      )}
      {elsewhere.map((text) => (
        <p key={text} className={css['warning']}>
          {text}
        </p>
      ))}
    </>
  );
}

/** The texts of a further language, which are translated from the main ones. */
function copyOfMain(draft: Draft, name: string): LanguageTexts {
  const { title, subject, text, link, mail } = draft;
  return { name, title: isMail(draft) ? subject : title, text, link, mail };
}
