import { useState } from 'react';
import { Button } from '../../kit/controls/button.js';
import { Field } from '../../kit/controls/field.js';
import css from './find-form.module.css';

interface FindFormProps {
  label: string;
  /** Labels of the buttons. */
  labels: { find: string; all: string };
  /** The search text; undefined: everything is shown. */
  found: string | undefined;
  onFind: (text: string | undefined) => void;
}

/** Looks for one whole value, such as an address, which stays out of the address of the page. */
export function FindForm({ label, labels, found, onFind }: FindFormProps) {
  const [text, setText] = useState('');
  return (
    <form
      className={css['find']}
      onSubmit={(event) => {
        event.preventDefault();
        onFind(text.trim() === '' ? undefined : text.trim());
      }}
    >
      <Field label={label} value={text} onChange={setText} />
      <Button type="submit">{labels.find}</Button>
      {found !== undefined && (
        <Button
          kind="quiet"
          onPress={() => {
            setText('');
            onFind(undefined);
          }}
        >
          {labels.all}
        </Button>
      )}
    </form>
  );
}
