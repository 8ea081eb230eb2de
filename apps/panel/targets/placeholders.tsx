import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { audienceAttributes, audienceWords } from '../api/audience.js';
import { useSettled } from '../widgets/use-settled.js';
import { Button } from '../kit/controls/button.js';
import { Menu } from '../kit/controls/menu.js';
import { useI18n } from '../i18n/i18n.js';
import css from './targets.module.css';
import { completePlaceholder, findOpenPlaceholder } from './open-placeholder.js';
import { useTargetMessages } from './messages.js';

const TYPING_MS = 200;

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

/** Below a field: attributes for the placeholder that is typed, each with the share of the audience that has a value. */
export function Placeholders({ app, target, text, onChange, children }: PlaceholdersProps) {
  const { f } = useI18n();
  const messages = useTargetMessages();
  const around = useRef<HTMLDivElement>(null);
  const typed = findOpenPlaceholder(text);
  const settled = useSettled(typed, TYPING_MS);
  const { data } = useQuery({
    ...audienceAttributes(app, target, settled ?? ''),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
  });
  const items = typed === undefined || typed !== settled ? [] : (data?.items ?? []);
  const choose = (code: string): void => {
    onChange(completePlaceholder(text, code));
    around.current?.querySelector<HTMLElement>('textarea, input')?.focus();
  };
  const { attributes = [] } = useQuery(audienceWords(app)).data ?? {};
  const insert = (code: string): void => {
    const field = around.current?.querySelector<HTMLTextAreaElement | HTMLInputElement>('textarea, input');
    const [from, to] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length];
    onChange(`${text.slice(0, from)}@{${code}}${text.slice(to)}`);
    field?.focus();
  };
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
      {items.length > 0 && data !== undefined && (
        <div className={css['add']} role="group" aria-label={messages.placeholders}>
          {items.map(({ code, users }) => (
            <Button key={code} kind="quiet" onPress={() => choose(code)}>
              {messages.share(code, f.percent(data.users === 0 ? 0 : users / data.users))}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
