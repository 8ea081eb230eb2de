import { useEffect, useRef, type RefObject } from 'react';

/** The parts of the page, in the order of their keys. */
export const PARTS = ['what', 'who', 'when'] as const;
const FIELDS = 'input, textarea, select, button, [contenteditable="true"]';

/**
 * Moves the focus in the composer: Alt+1 to Alt+3 lead to its parts, and a refusal leads to its field.
 *
 * @param refusal  of the member's last request; null: there is none
 * @returns for the element around the parts, which have their name in `data-part`
 */
export function usePlaces(refusal: Error | null): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // With Alt a key may give another character; its place on the keyboard is the same.
      const part = PARTS[Number(/^Digit([123])$/.exec(event.code)?.[1] ?? 0) - 1];
      if (part === undefined || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
        return;
      }
      const [first] = place.current?.querySelectorAll<HTMLElement>(`[data-part="${part}"] :is(${FIELDS})`) ?? [];
      if (first) {
        event.preventDefault();
        first.focus();
        first.scrollIntoView({ block: 'center' });
      }
    };
    globalThis.addEventListener('keydown', onKey);
    return () => globalThis.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    if (refusal !== null) {
      place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  }, [refusal]);
  return place;
}
