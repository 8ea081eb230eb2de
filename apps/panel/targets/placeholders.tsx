import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { audienceWords } from '../api/audience.js';
import { Menu } from '../kit/controls/menu.js';
import { CompletedField, focusAt } from './completion/completed-field.js';
import { useWriting } from './completion/writing.js';
import { useTargetMessages } from './messages.js';
import css from './targets.module.css';

interface PlaceholdersProps {
  /** Key of the application. */
  app: string;
  text: string;
  onChange: (text: string) => void;
  /** The field that is typed into. */
  children: ReactNode;
}

/** Around a field: names for the placeholder, value or filter that is typed, and a list of values to insert. */
export function Placeholders(props: PlaceholdersProps) {
  const { app, text, onChange } = props;
  const messages = useTargetMessages();
  const around = useRef<HTMLDivElement>(null);
  const { values } = useWriting();
  const { attributes = [] } = useQuery(audienceWords(app)).data ?? {};
  const insert = (code: string): void => {
    const field = around.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('textarea, input');
    const [from, to] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length];
    const written = `@{${code}}`;
    onChange(`${text.slice(0, from)}${written}${text.slice(to)}`);
    if (field) {
      focusAt(field, from + written.length);
    }
  };
  const entries = [
    ...values.filter(({ name }) => !name.endsWith('.')).map(({ name }) => ({ id: name, name, text: name })),
    ...attributes.map(({ code, label }) => ({ id: code, name: label ?? code, text: label ?? code })),
  ];
  return (
    <div ref={around}>
      <CompletedField {...props} />
      {entries.length > 0 && (
        <div className={css['insert']}>
          <Menu label={messages.insertHere} trigger={messages.insert} groups={[{ entries, onChoose: insert }]} />
        </div>
      )}
    </div>
  );
}
