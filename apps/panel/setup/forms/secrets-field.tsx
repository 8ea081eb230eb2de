import { useState } from 'react';
import { Choices } from '../../kit/controls/choices.js';
import { TextArea } from '../../kit/controls/field.js';
import css from '../look/setup.module.css';
import type { Entry } from './form-specs.js';
import { useFormMessages } from './messages.js';
import { textOf, toEntry } from './rows.js';

const REMOVED = 'removed';

/** An entry with other secrets. Undefined: stored ones stay; an empty map removes them. */
export function withSecrets(entry: Entry, name: string, secrets: Entry | undefined): Entry {
  const { [name]: _before, ...rest } = entry;
  return secrets === undefined ? rest : { ...rest, [name]: secrets };
}

interface SecretsFieldProps {
  label: string;
  value: unknown;
  onChange: (secrets: Entry | undefined) => void;
}

/** Headers with secrets, one a line as `Name: value`. The server never shows stored ones, and keeps them. */
export function SecretsField({ label, value, onChange }: SecretsFieldProps) {
  const messages = useFormMessages();
  const [text, setText] = useState(() => writeLines(toEntry(value)));
  const isRemoved = value !== undefined && Object.keys(toEntry(value)).length === 0;
  return (
    <div className={css['form']}>
      <TextArea
        label={label}
        rows={2}
        value={text}
        onChange={(next) => {
          setText(next);
          const secrets = readLines(next);
          onChange(Object.keys(secrets).length === 0 ? undefined : secrets);
        }}
        help={messages.secretsHelp}
      />
      {text.trim() === '' && (
        <Choices
          label={messages.secretsRemoval}
          values={isRemoved ? [REMOVED] : []}
          options={[[REMOVED, messages.removeSecrets]]}
          onChange={(chosen) => onChange(chosen.length > 0 ? {} : undefined)}
        />
      )}
    </div>
  );
}

function writeLines(secrets: Entry): string {
  return Object.entries(secrets)
    .map(([name, secret]) => `${name}: ${textOf(secret)}`)
    .join('\n');
}

/** A line without a colon is a name whose value is not typed yet. */
function readLines(text: string): Entry {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [name = '', ...value] = line.split(':');
      return name.trim() === '' ? [] : [[name.trim(), value.join(':').trim()]];
    }),
  );
}
