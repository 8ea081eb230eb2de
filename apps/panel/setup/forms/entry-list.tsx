import { useRef, useState } from 'react';
import { Button } from '../../kit/controls/button.js';
import { Icon } from '../../kit/layout/icon.js';
import css from '../look/setup.module.css';
import { EntryFields } from './entry-fields.js';
import type { Entry, FormSpec } from './form-specs.js';
import { useFormMessages } from './messages.js';
import { keyOf, newRow, textOf, titleOf, type Row } from './rows.js';

interface EntryListProps {
  section: string;
  form: FormSpec;
  rows: readonly Row[];
  onChange: (rows: readonly Row[]) => void;
}

/** Entries of a section below each other. A new one is open; the fields of the others are drawn once they are opened. */
export function EntryList({ section, form, rows, onChange }: EntryListProps) {
  const messages = useFormMessages();
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () => new Set(rows.filter(({ stored }) => stored === undefined).map(({ id }) => id)),
  );
  const setOpenOf = (id: number, isOpen: boolean): void =>
    setOpen(new Set(isOpen ? [...open, id] : [...open].filter((other) => other !== id)));
  const add = (): void => {
    const row = newRow(freshOf(form, rows));
    setOpenOf(row.id, true);
    onChange([...rows, row]);
  };
  return (
    <>
      {rows.length === 0 && <p className={css['quiet']}>{messages.none[section]}</p>}
      <ul className={css['entries']} ref={list} tabIndex={-1} aria-label={messages.fields[section] ?? section}>
        {rows.map(({ id, entry, stored }) => {
          const title = titleOf(form, entry) || messages.unnamed;
          const isOpen = open.has(id);
          return (
            <li key={id} className={css['entry']}>
              <div className={css['entryHead']}>
                <span className={css['lines']}>
                  <span>{title}</span>
                  <span className={css['quiet']}>{detailsOf(form, entry, messages.values, title)}</span>
                </span>
                <Button
                  kind="quiet"
                  label={isOpen ? messages.close(title) : messages.edit(title)}
                  onPress={() => setOpenOf(id, !isOpen)}
                >
                  <Icon name={isOpen ? 'up' : 'down'} />
                </Button>
                <Button
                  kind="quiet"
                  label={messages.remove(title)}
                  onPress={() => {
                    onChange(rows.filter((row) => row.id !== id));
                    // The focused entry is removed: the focus moves to the list, and not to the top of the page.
                    list.current?.focus();
                  }}
                >
                  <Icon name="close" />
                </Button>
              </div>
              {isOpen && (
                <EntryFields
                  section={section}
                  form={form}
                  entry={entry}
                  stored={stored}
                  onChange={(next) => onChange(rows.map((row) => (row.id === id ? { ...row, entry: next } : row)))}
                />
              )}
            </li>
          );
        })}
      </ul>
      <p className={css['actions']}>
        <Button onPress={add}>{messages.add[section]}</Button>
      </p>
    </>
  );
}

/** A new entry; a number that names it is the next one. */
function freshOf({ key, fresh }: FormSpec, rows: readonly Row[]): Entry {
  if (key === null || typeof fresh[key] !== 'number') {
    return fresh;
  }
  return { ...fresh, [key]: Math.max(0, ...rows.map(({ entry }) => Number(entry[key]) || 0)) + 1 };
}

/** The key, where the title is another one, and what the choices and marks say. */
function detailsOf(form: FormSpec, entry: Entry, names: Readonly<Record<string, string>>, title: string): string {
  const key = keyOf(form, entry);
  const values = form.fields.flatMap((field) =>
    field.kind === 'choice'
      ? [textOf(entry[field.name]) || (field.otherwise ?? '')].map((value) => names[value] ?? value)
      : field.kind === 'lines' && Array.isArray(entry[field.name])
        ? [(entry[field.name] as unknown[]).map(textOf).join(', ')]
        : [],
  );
  return [key === title ? '' : key, ...values].filter((part) => part !== '').join(' · ');
}
