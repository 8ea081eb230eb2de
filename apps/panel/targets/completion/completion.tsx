import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { audienceAttributes, audienceWords } from '../../api/audience.js';
import { templateNames } from '../../api/compose/template-names.js';
import { useI18n } from '../../i18n/i18n.js';
import { useSettled } from '../../widgets/use-settled.js';
import css from './completion.module.css';
import { useCompletionMessages } from './messages.js';
import { findOpenName, writeName, type OpenName, type WrittenName } from './open-name.js';
import { suggest, type Suggestion, type SuggestedAttribute } from './suggest.js';
import { useWriting } from './writing.js';

const TYPING_MS = 200;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface CompletionProps {
  /** Key of the application. */
  app: string;
  /** The field that is typed into, and keeps the focus. */
  field: HTMLElement;
  /** The text on both sides of the caret. */
  before: string;
  behind: string;
  onChoose: (name: WrittenName) => void;
  onClose: () => void;
}

/** Names for the place of a caret; nothing where no name is typed. */
export function Completion({ before, behind, onChoose, ...props }: CompletionProps) {
  const open = findOpenName(before);
  return open === undefined ? null : (
    <NameList {...props} open={open} onChoose={(name) => onChoose(writeName(before, behind, open, name))} />
  );
}

interface NameListProps extends Pick<CompletionProps, 'app' | 'field' | 'onClose'> {
  open: OpenName;
  onChoose: (name: string) => void;
}

/** Names for the place of the caret: the arrows choose while the focus stays in the field, Enter or Tab takes, Escape closes. */
function NameList({ app, field, open, onChoose, onClose }: NameListProps) {
  const messages = useCompletionMessages();
  const id = useId();
  const items = useSuggestions(app, open);
  const [chosen, setChosen] = useState<{ of: string; index: number }>();
  const typed = `${open.kind} ${open.typed}`;
  const active = chosen?.of === typed ? Math.min(chosen.index, items.length - 1) : 0;
  useEffect(() => {
    const listen = (event: Event): void => {
      if (event instanceof KeyboardEvent && items.length > 0 && takeKey(event)) {
        event.preventDefault();
        // An editor listens at the field itself.
        event.stopImmediatePropagation();
      }
    };
    field.addEventListener('keydown', listen, true);
    return () => field.removeEventListener('keydown', listen, true);
  });
  useEffect(() => {
    if (items.length === 0) {
      return undefined;
    }
    const marks = {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': id,
      'aria-activedescendant': `${id}-${active}`,
    };
    Object.entries(marks).forEach(([name, value]) => field.setAttribute(name, value));
    return () => Object.keys(marks).forEach((name) => field.removeAttribute(name));
  }, [field, id, active, items.length]);
  // The list stands below the field, where the bar of the page may cover it.
  useEffect(() => {
    if (items.length > 0) {
      document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
    }
  }, [id, active, items.length]);
  /** @returns true for a key that belongs to the list */
  function takeKey({ key, isComposing, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
    const by = STEPS[key];
    if (isComposing || ctrlKey || metaKey || altKey) {
      return false;
    }
    if (by !== undefined) {
      setChosen({ of: typed, index: (active + by + items.length) % items.length });
      return true;
    }
    if (key === 'Enter' || (key === 'Tab' && !shiftKey && chosen?.of === typed)) {
      onChoose(items[active]?.name ?? '');
      return true;
    }
    if (key === 'Escape') {
      onClose();
      return true;
    }
    return false;
  }
  return (
    <>
      <p role="status" className={css['announced']}>
        {items.length > 0 && messages.found(items.length)}
      </p>
      {items.length > 0 && (
        <div id={id} role="listbox" aria-label={messages.titles[open.kind]} className={css['list']} tabIndex={-1}>
          {items.map(({ name, shown, note }, index) => (
            <div
              key={name}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              className={css['option']}
              onPointerDown={(event) => {
                event.preventDefault();
                onChoose(name);
              }}
            >
              <code>{shown}</code>
              <span className={css['note']}>{note}</span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}

/** Names of the application that fit, with the share of the audience that has a value. */
function useSuggestions(app: string, open: OpenName): Suggestion[] {
  const messages = useCompletionMessages();
  const { f } = useI18n();
  const { target, values, isValueAlone } = useWriting();
  const { kind, typed } = open;
  const begins = useSettled(kind === 'filter' || kind === 'block' ? '' : typed, TYPING_MS);
  const words = useQuery(audienceWords(app)).data;
  const names = useQuery(templateNames(app)).data;
  const counted = useQuery({
    ...audienceAttributes(app, target, begins),
    enabled: kind !== 'filter' && kind !== 'block',
    placeholderData: keepPreviousData,
  }).data;
  const shares = new Map((counted?.items ?? []).map(({ code, users }) => [code, users]));
  const labels = new Map((words?.attributes ?? []).map(({ code, label }) => [code, label]));
  const codes = [...new Set([...shares.keys(), ...labels.keys()])];
  const attributes = codes.map((code): SuggestedAttribute => {
    const users = shares.get(code);
    return {
      code,
      label: labels.get(code) ?? null,
      share: users === undefined || !counted ? null : f.percent(counted.users === 0 ? 0 : users / counted.users),
    };
  });
  return isValueAlone === true
    ? suggest(open, { attributes: [], values, names: undefined }, messages)
    : suggest(open, { attributes, values, names }, messages);
}
