import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { audienceValues, type ValueSource } from '../api/audience.js';
import { useSettled } from '../widgets/use-settled.js';
import { Button } from '../kit/controls/button.js';
import { useI18n } from '../i18n/i18n.js';
import css from './targets.module.css';
import { useTargetMessages } from './messages.js';

const TYPING_MS = 200;
const MAX_SHOWN = 6;

interface SuggestionsProps {
  /** Key of the application. */
  app: string;
  of: ValueSource;
  text: string;
  /** True where the text takes several values with commas between. */
  isList: boolean;
  onChange: (text: string) => void;
  /** The field that is typed into. */
  children: ReactNode;
}

/** Suggests below a field the values of users that begin with the typed text, each with its number of users. */
export function Suggestions({ app, of, text, isList, onChange, children }: SuggestionsProps) {
  const messages = useTargetMessages();
  const { f } = useI18n();
  const around = useRef<HTMLDivElement>(null);
  const typed = lastOf(text, isList);
  const settled = useSettled(typed, TYPING_MS);
  const query = useQuery({
    ...audienceValues(app, of, settled),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  });
  const fitting = (query.data?.items ?? []).filter(({ value }) => isFitting(value, isList));
  // A complete value needs no suggestion.
  const isOpen =
    typed !== '' && typed === settled && fitting.length > 0 && fitting.every(({ value }) => value !== typed);
  const choose = (value: string): void => {
    onChange(text.slice(0, text.length - typed.length) + value);
    around.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={around}>
      {children}
      {isOpen && (
        <div className={css['add']} role="group" aria-label={messages.suggestions}>
          {fitting.slice(0, MAX_SHOWN).map(({ value, users }) => (
            <Button key={value} kind="quiet" onPress={() => choose(value)}>
              {`${value} · ${f.number(users)}`}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

/** The value that is being typed: the last one of a list. */
function lastOf(text: string, isList: boolean): string {
  return (isList ? text.slice(text.lastIndexOf(',') + 1) : text).trimStart();
}

/** A comma would make two values of it. */
function isFitting(value: string, isList: boolean): boolean {
  return value !== '' && value === value.trim() && !(isList && value.includes(','));
}
