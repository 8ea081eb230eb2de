import { Choices } from '../kit/controls/choices.js';
import { ProseField } from '../kit/controls/composing-fields.js';
import { Field } from '../kit/controls/field.js';
import { Card } from '../kit/layout/card.js';
import { platformName } from '../figures/platform-names.js';
import { useSpeech } from '../words/words.js';
import css from './composer.module.css';
import { hasBrowser, PLATFORMS, type Draft } from './draft.js';
import type { Faults } from './faults.js';
import { useComposerWords } from './words.js';

/** Names that the words of the panel do not have. */
const BRANDS: Readonly<Record<string, string>> = { EDGE: 'Edge' };

interface WhatCardProps {
  draft: Draft;
  faults: Faults;
  onChange: (fields: Partial<Draft>) => void;
}

/** What it says. */
export function WhatCard({ draft, faults, onChange }: WhatCardProps) {
  const { w } = useSpeech();
  const words = useComposerWords();
  const told = (name: keyof Draft, help?: string) => {
    const [fault, warning] = [faults.blocking[name], faults.warnings[name]];
    return {
      ...(fault !== undefined && { fault }),
      ...(warning === undefined
        ? help !== undefined && { help }
        : { help: <span className={css['warning']}>{warning}</span> }),
    };
  };
  return (
    <Card title={words.content}>
      <div className={css['rows']}>
        <Field
          label={words.name}
          value={draft.name}
          onChange={(name) => onChange({ name })}
          {...told('name', words.nameHelp)}
        />
        <div className={css['labelled']}>
          <span aria-hidden="true">{words.platforms}</span>
          <Choices
            label={words.platforms}
            values={draft.platforms}
            options={PLATFORMS.map((id) => [id, BRANDS[id] ?? platformName(id, w)] as const)}
            onChange={(platforms) => onChange({ platforms })}
          />
          {faults.blocking.platforms !== undefined && <p className={css['warning']}>{faults.blocking.platforms}</p>}
        </div>
        <Field
          label={words.headline}
          value={draft.title}
          onChange={(title) => onChange({ title })}
          {...told('title')}
        />
        <ProseField
          label={words.text}
          rows={4}
          value={draft.text}
          onChange={(text) => onChange({ text })}
          {...told('text', words.textHelp)}
        />
        <Field
          label={words.link}
          value={draft.link}
          onChange={(link) => onChange({ link })}
          {...told('link', words.linkHelp)}
        />
        {hasBrowser(draft) && (
          <Field label={words.icon} value={draft.icon} onChange={(icon) => onChange({ icon })} {...told('icon')} />
        )}
      </div>
    </Card>
  );
}
