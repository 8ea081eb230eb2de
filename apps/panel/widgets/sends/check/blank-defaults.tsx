import { useState } from 'react';
import { Button } from '../../../kit/controls/button.js';
import { Field } from '../../../kit/controls/field.js';
import css from './check.module.css';
import type { BlankFilling, BlankPlace } from './blank-places.js';
import { useBlankMessages } from './blank-messages.js';

/** A field for each place without a value; all of them are written at once. */
export function BlankDefaults({ places, filling }: { places: readonly BlankPlace[]; filling: BlankFilling }) {
  const messages = useBlankMessages();
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const defaults = places.flatMap((place, index) => {
    const fallback = (typed[index] ?? '').trim();
    return fallback === '' ? [] : [{ place, fallback }];
  });
  return (
    <div className={css['rows']}>
      {places.map(({ name, field, line, column }, index) => (
        <Field
          key={`${field} ${line} ${column}`}
          label={messages.fallback(name)}
          value={typed[index] ?? ''}
          onChange={(text) => setTyped({ ...typed, [index]: text })}
        />
      ))}
      <p>
        <Button isDisabled={defaults.length === 0} onPress={() => filling.fill(defaults)}>
          {messages.fill}
        </Button>{' '}
        <span className={css['quiet']}>{messages.filled}</span>
      </p>
    </div>
  );
}
