import { useQuery } from '@tanstack/react-query';
import { buttonSets } from '../api/compose/compose.js';
import { Field } from '../kit/controls/field.js';
import { Select } from '../kit/controls/select.js';
import { Placeholders } from '../targets/placeholders.js';
import { useApplication } from '../session/application.js';
import css from './form/composer.module.css';
import type { Draft } from './form/draft.js';
import { useComposerMessages } from './form/messages.js';

const NONE = '';

interface ButtonsFieldProps {
  draft: Draft;
  fault: string | undefined;
  onChange: (fields: Partial<Draft>) => void;
}

/** The button set of a push, and what each of its buttons opens. Without sets there is nothing to choose. */
export function ButtonsField({ draft: { buttonSet, buttonLinks }, fault, onChange }: ButtonsFieldProps) {
  const messages = useComposerMessages();
  const { app } = useApplication();
  const { data } = useQuery(buttonSets(app.key));
  const sets = data?.items ?? [];
  const chosen = sets.find(({ id }) => String(id) === buttonSet);
  const urlOf = (button: string): string => buttonLinks.find(({ name }) => name === button)?.url ?? '';
  if (sets.length === 0 && buttonSet === NONE) {
    return null;
  }
  return (
    <>
      <Select
        label={messages.buttons}
        value={buttonSet}
        options={[
          [NONE, messages.noButtons],
          ...sets.map(({ id, buttons }) => [String(id), buttons.join(' · ')] as const),
          // A set that was removed since stays in sight, and the preview says so.
          ...(buttonSet !== NONE && data && !chosen ? [[buttonSet, buttonSet] as const] : []),
        ]}
        onChange={(id) => onChange({ buttonSet: id, buttonLinks: [] })}
      />
      {fault !== undefined && <p className={css['warning']}>{fault}</p>}
      {chosen?.buttons.map((button) => {
        const open = (url: string): void =>
          onChange({ buttonLinks: [...buttonLinks.filter(({ name }) => name !== button), { name: button, url }] });
        return (
          <Placeholders key={button} app={app.key} text={urlOf(button)} onChange={open}>
            <Field label={messages.buttonLink(button)} value={urlOf(button)} onChange={open} />
          </Placeholders>
        );
      })}
    </>
  );
}
