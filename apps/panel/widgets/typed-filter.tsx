import { useEffect, useState } from 'react';
import { SearchField } from '../kit/controls/field.js';

/** After the last key, so that a text is looked up once. */
const TYPING_MS = 250;

interface TypedFilterProps {
  label: string;
  /** The value in the address. */
  value: string;
  onChange: (value: string) => void;
}

/** A filter that is typed. Waits until the reader stops typing. */
export function TypedFilter({ label, value, onChange }: TypedFilterProps) {
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  const [seen, setSeen] = useState(value);
  // The address changed elsewhere, for example by "Clear the filters". An echo of this field changes nothing in it.
  if (seen !== value) {
    setSeen(value);
    if (value !== asked) {
      setAsked(value);
      setText(value);
    }
  }
  useEffect(() => {
    const wish = text.trim();
    if (wish === asked) {
      return undefined;
    }
    const timer = setTimeout(() => {
      setAsked(wish);
      onChange(wish);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, asked, onChange]);
  return <SearchField label={label} value={text} onChange={setText} />;
}
