import { useState } from 'react';
import { Choices } from '../../kit/controls/choices.js';
import { ProseField } from '../../kit/controls/composing-fields.js';
import { Field } from '../../kit/controls/field.js';
import { Select } from '../../kit/controls/select.js';
import { Facts } from '../../kit/layout/facts.js';
import { LANGUAGE_TAGS, useLanguageNames } from '../../widgets/language-names.js';
import css from '../look/setup.module.css';
import { EntryList } from './entry-list.js';
import type { Entry, FieldSpec, FormSpec } from './form-specs.js';
import { LanguagesField } from './languages-field.js';
import { SecretsField, withSecrets } from './secrets-field.js';
import { useFormMessages } from './messages.js';
import { codeOf, rowsOf, textOf, toEntry, valueOf, valuesOfLines, withField } from './rows.js';

interface EntryFieldsProps {
  section: string;
  form: FormSpec;
  entry: Entry;
  /** The stored entry of this key: what cannot change is shown, and not asked. */
  stored: Entry | undefined;
  onChange: (entry: Entry) => void;
}

/** The fields of an entry. Fields of the file that have no place here stay in it. */
export function EntryFields({ form, onChange, ...rest }: EntryFieldsProps) {
  const change = (next: Entry, field: FieldSpec): void =>
    onChange(rest.stored ? next : withCode(form, rest.entry, next, field));
  return (
    <div className={css['form']}>
      {form.fields.map((field) => (
        <SpecField
          key={field.kind === 'flags' ? 'flags' : field.name}
          form={form}
          field={field}
          onChange={(next) => change(next, field)}
          {...rest}
        />
      ))}
    </div>
  );
}

/** The code of a new entry follows its name until someone writes another one. */
function withCode({ key, named }: FormSpec, before: Entry, next: Entry, field: FieldSpec): Entry {
  const isNamed = named !== undefined && key !== null && field.kind === 'text' && field.name === named;
  return isNamed && textOf(before[key]) === codeOf(textOf(before[named]))
    ? { ...next, [key]: codeOf(textOf(next[named])) }
    : next;
}

function SpecField({ section, form, field, entry, stored, onChange }: EntryFieldsProps & { field: FieldSpec }) {
  const messages = useFormMessages();
  const nameOfLanguage = useLanguageNames();
  const [name] = field.kind === 'flags' ? [messages.marks] : [field.name];
  const label = messages.fields[name] ?? name;
  const help = messages.help[`${section}.${name}`] ?? messages.help[name];
  const set = (value: unknown): void => onChange(withField(entry, name, value, form.key === null));
  switch (field.kind) {
    case 'text':
      return field.isFixed && stored ? (
        <Fixed label={label} value={textOf(entry[name])} />
      ) : field.isLong ? (
        <ProseField label={label} rows={2} value={textOf(entry[name])} onChange={set} />
      ) : (
        <Field
          label={label}
          value={textOf(entry[name])}
          onChange={(text) => (field.isNumber ? set(/^\d{1,9}$/.test(text) ? Number(text) : text) : set(text))}
          inputMode={field.isNumber ? 'numeric' : 'text'}
          {...(help !== undefined && { help })}
        />
      );
    case 'choice': {
      const value = textOf(entry[name]) || (field.otherwise ?? '');
      return field.isFixed && stored ? (
        <Fixed label={label} value={messages.values[value] ?? value} />
      ) : (
        <Select
          label={label}
          value={value}
          options={field.values.map((option) => [option, messages.values[option] ?? option])}
          onChange={(option) => set(option === field.otherwise ? undefined : option)}
        />
      );
    }
    case 'flags': {
      const open = field.names.filter((flag) => stored === undefined || field.fixed?.includes(flag) !== true);
      return (
        <Choices
          label={label}
          values={open.filter((flag) => isOn(entry[flag]))}
          options={open.map((flag) => [flag, messages.fields[flag] ?? flag])}
          onChange={(chosen) =>
            onChange(
              open
                .filter((flag) => isOn(entry[flag]) !== chosen.includes(flag))
                .reduce((next, flag) => withFlag(next, flag, chosen.includes(flag), form.key === null), entry),
            )
          }
        />
      );
    }
    case 'lines':
      return <LinesField label={label} help={help} value={entry[name]} type={entry['dataType']} onChange={set} />;
    case 'secrets':
      return (
        <SecretsField
          label={label}
          value={entry[name]}
          onChange={(value) => onChange(withSecrets(entry, name, value))}
        />
      );
    case 'language':
      return (
        <Select
          label={label}
          value={textOf(entry[name])}
          options={[
            ['', messages.noLanguage],
            ...[...new Set([textOf(entry[name]), ...LANGUAGE_TAGS])]
              .filter((tag) => tag !== '')
              .map((tag) => [tag, nameOfLanguage(tag)] as const),
          ]}
          onChange={set}
        />
      );
    case 'languages':
      return (
        <LanguagesField label={label} isLong={field.isLong === true} value={toEntry(entry[name])} onChange={set} />
      );
    case 'several': {
      const chosen = Array.isArray(entry[name]) ? (entry[name] as unknown[]).map(textOf) : [];
      return (
        <div className={css['form']}>
          <span className={css['label']}>{label}</span>
          <Choices
            label={label}
            values={chosen}
            options={field.values.map((option) => [option, messages.values[option] ?? option])}
            onChange={(next) => set(field.values.filter((option) => next.includes(option)))}
          />
          {help !== undefined && <p className={css['quiet']}>{help}</p>}
        </div>
      );
    }
    case 'entries':
      return (
        <InnerEntries
          label={label}
          section={`${section}.${name}`}
          form={field.form}
          value={entry[name]}
          stored={stored?.[name]}
          onChange={set}
        />
      );
  }
}

interface InnerEntriesProps {
  label: string;
  section: string;
  form: FormSpec;
  value: unknown;
  stored: unknown;
  onChange: (value: unknown) => void;
}

/** A list inside an entry. */
function InnerEntries({ label, section, form, value, stored, onChange }: InnerEntriesProps) {
  const [rows, setRows] = useState(() => rowsOf(form, value, stored));
  return (
    <section className={css['inner']} aria-label={label}>
      <h3>{label}</h3>
      <EntryList
        section={section}
        form={form}
        rows={rows}
        onChange={(next) => {
          setRows(next);
          onChange(valueOf(form, next));
        }}
      />
    </section>
  );
}

interface LinesFieldProps {
  label: string;
  help: string | undefined;
  value: unknown;
  type: unknown;
  onChange: (value: unknown) => void;
}

/** A list of values, one a line. What is typed stays as it is typed. */
function LinesField({ label, help, value, type, onChange }: LinesFieldProps) {
  const [text, setText] = useState(() => (Array.isArray(value) ? (value as unknown[]) : []).map(textOf).join('\n'));
  return (
    <ProseField
      label={label}
      rows={3}
      value={text}
      onChange={(next) => {
        setText(next);
        onChange(valuesOfLines(next, value, type));
      }}
      {...(help !== undefined && { help })}
    />
  );
}

/** A map in place of `true` says more about it. */
function isOn(value: unknown): boolean {
  return value !== undefined && value !== false;
}

/** @param isSaid  true where a setting that is left out would stay as it is */
function withFlag(entry: Entry, flag: string, isSet: boolean, isSaid: boolean): Entry {
  return isSaid ? { ...entry, [flag]: isSet } : withField(entry, flag, isSet);
}

function Fixed({ label, value }: { label: string; value: string }) {
  const messages = useFormMessages();
  return <Facts facts={[{ name: label, note: messages.fixed, value }]} />;
}
