import { useState } from 'react';
import { ProseField } from '../../kit/controls/composing-fields.js';
import { Field } from '../../kit/controls/field.js';
import { Select } from '../../kit/controls/select.js';
import { useI18n } from '../../i18n/i18n.js';
import { LANGUAGE_TAGS, useLanguageNames } from '../../widgets/language-names.js';
import css from '../look/setup.module.css';
import type { Entry } from './form-specs.js';
import { useFormMessages } from './messages.js';
import { textOf } from './rows.js';

interface LanguagesFieldProps {
  label: string;
  isLong: boolean;
  /** Texts by language tag. */
  value: Entry;
  onChange: (value: Entry | undefined) => void;
}

const NONE = '';

/** A text in several languages: a field for each that it has, and one more for the language of the reader. */
export function LanguagesField({ label, isLong, value, onChange }: LanguagesFieldProps) {
  const messages = useFormMessages();
  const nameOf = useLanguageNames();
  const { language } = useI18n();
  const [shown, setShown] = useState(() => (Object.keys(value).length === 0 ? [language] : Object.keys(value)));
  const write = (tag: string, text: string): void => {
    const { [tag]: before, ...rest } = value;
    onChange(text === '' ? rest : before === undefined ? { ...rest, [tag]: text } : { ...value, [tag]: text });
  };
  const others = LANGUAGE_TAGS.filter((tag) => !shown.includes(tag))
    .map((tag) => [tag, nameOf(tag)] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b));
  return (
    <div className={css['form']}>
      {shown.map((tag) => {
        const props = {
          label: messages.inLanguage(label, nameOf(tag)),
          value: textOf(value[tag]),
          onChange: (text: string) => write(tag, text),
        };
        return isLong ? <ProseField key={tag} rows={2} {...props} /> : <Field key={tag} {...props} />;
      })}
      <Select
        label={messages.addLanguage(label)}
        value={NONE}
        options={[[NONE, messages.chooseLanguage], ...others]}
        onChange={(tag) => {
          if (tag !== NONE) {
            setShown([...shown, tag]);
            // A further language begins with the text of the first.
            write(tag, textOf(value[shown[0] ?? '']));
          }
        }}
      />
    </div>
  );
}
