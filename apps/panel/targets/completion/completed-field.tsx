import { lazy, Suspense, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';

/** Texts of words alone do not need it. */
const Completion = lazy(() => import('./completion.js').then(({ Completion: component }) => ({ default: component })));

/** A brace that is still open: the list decides, and is loaded then. */
export const MAY_BE_NAME = /\{[^}]{0,400}$/;

type TextElement = HTMLInputElement | HTMLTextAreaElement;

interface CompletedFieldProps {
  /** Key of the application. */
  app: string;
  text: string;
  onChange: (text: string) => void;
  /** The field that is typed into. */
  children: ReactNode;
}

/** Around a field: names for the placeholder, value or filter that is typed. */
export function CompletedField({ app, text, onChange, children }: CompletedFieldProps) {
  const around = useRef<HTMLDivElement>(null);
  const [place, setPlace] = usePlace(around);
  const before = place ? text.slice(0, place.caret) : '';
  return (
    <div ref={around}>
      {children}
      {place && MAY_BE_NAME.test(before) && (
        <Suspense>
          <Completion
            app={app}
            field={place.field}
            before={before}
            behind={text.slice(place.caret)}
            onClose={() => setPlace(undefined)}
            onChoose={({ typed, written, caret }) => {
              const from = before.length - typed;
              setPlace(undefined);
              onChange(`${before.slice(0, from)}${written}${text.slice(place.caret)}`);
              focusAt(place.field, from + caret);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Moves into a field. @param at  the caret in the text that the field has after it is drawn again */
export function focusAt(field: TextElement, at: number): void {
  field.focus();
  requestAnimationFrame(() => field.setSelectionRange(at, at));
}

interface Place {
  field: TextElement;
  caret: number;
}

/** The caret of the field inside of an element, while it is typed into. */
function usePlace(
  around: RefObject<HTMLDivElement | null>,
): [place: Place | undefined, setPlace: (place: Place | undefined) => void] {
  const [place, setPlace] = useState<Place>();
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
  }, [around]);
  return [place, setPlace];
}
