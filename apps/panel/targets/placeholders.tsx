import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { audienceWords } from '../api/audience.js';
import { Menu } from '../kit/controls/menu.js';
import { completeName, findOpenName } from './completion/open-name.js';
import { useTargetMessages } from './messages.js';
import css from './targets.module.css';

/** Texts of words alone do not need it. */
const Completion = lazy(() =>
  import('./completion/completion.js').then(({ Completion: component }) => ({ default: component })),
);

type TextElement = HTMLInputElement | HTMLTextAreaElement;

interface PlaceholdersProps {
  /** Key of the application. */
  app: string;
  /** The audience that the shares count. */
  target: object;
  text: string;
  onChange: (text: string) => void;
  /** The field that is typed into. */
  children: ReactNode;
}

/** Around a field: names for the placeholder, value or filter that is typed, and a list of values to insert. */
export function Placeholders({ app, target, text, onChange, children }: PlaceholdersProps) {
  const messages = useTargetMessages();
  const around = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ field: TextElement; caret: number }>();
  const { attributes = [] } = useQuery(audienceWords(app)).data ?? {};
  useEffect(() => {
    const element = around.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (event: Event): void => {
      const { target: field } = event;
      const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
      const isClosing = event.type === 'focusout' || (event instanceof KeyboardEvent && event.key === 'Escape');
      clearTimeout(timer);
      // The field has its new text after the handlers of this event: drawn before, it would lose the key.
      timer = setTimeout(() => {
        const caret = isText && field.selectionStart === field.selectionEnd ? field.selectionStart : null;
        setPlace(isText && caret !== null && !isClosing ? { field, caret } : undefined);
      });
    };
    const looks = ['input', 'keyup', 'click', 'focusout'];
    looks.forEach((name) => element?.addEventListener(name, look));
    return () => {
      clearTimeout(timer);
      looks.forEach((name) => element?.removeEventListener(name, look));
    };
  }, []);
  const write = (field: TextElement | null | undefined, next: string, at?: number): void => {
    onChange(next);
    field?.focus();
    if (at !== undefined) {
      // The field has the text after it is drawn again.
      requestAnimationFrame(() => field?.setSelectionRange(at, at));
    }
  };
  const insert = (code: string): void => {
    const field = around.current?.querySelector<TextElement>('textarea, input');
    const [from, to] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length];
    write(field, `${text.slice(0, from)}@{${code}}${text.slice(to)}`);
  };
  const open = place && findOpenName(text, place.caret);
  return (
    <div ref={around}>
      {children}
      {attributes.length > 0 && (
        <div className={css['insert']}>
          <Menu
            label={messages.insertHere}
            trigger={messages.insert}
            groups={[
              {
                entries: attributes.map(({ code, label }) => ({ id: code, name: label ?? code, text: label ?? code })),
                onChoose: insert,
              },
            ]}
          />
        </div>
      )}
      {open && place && (
        <Suspense>
          <Completion
            app={app}
            target={target}
            field={place.field}
            open={open}
            onClose={() => setPlace(undefined)}
            onChoose={(name) => {
              const completed = completeName(text, place.caret, open, name);
              setPlace(undefined);
              write(place.field, completed.text, completed.caret);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
