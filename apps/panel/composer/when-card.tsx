import { useState } from 'react';
import { Chips } from '../kit/controls/chips.js';
import { TimeField } from '../kit/controls/composing-fields.js';
import { Card } from '../kit/layout/card.js';
import { useMe } from '../session/session-gate.js';
import css from './composer.module.css';
import type { Draft } from './draft.js';
import { useComposerWords } from './words.js';
import { instantOf } from './zoned-time.js';

interface WhenCardProps {
  draft: Draft;
  onChange: (fields: Partial<Draft>) => void;
}

/** When it goes. */
export function WhenCard({ draft, onChange }: WhenCardProps) {
  const words = useComposerWords();
  const zone = useZone();
  const isNoTime = draft.at !== '' && instantOf(draft.at, zone) === undefined;
  return (
    <Card title={words.when}>
      <div className={css['rows']}>
        <Chips
          label={words.when}
          value={draft.when}
          options={[
            ['now', words.now],
            ['later', words.later],
          ]}
          onChange={(when) => onChange({ when: when === 'later' ? 'later' : 'now' })}
        />
        {draft.when === 'later' && (
          <TimeField
            label={words.at}
            value={draft.at}
            onChange={(at) => onChange({ at })}
            help={words.atHelp(zone)}
            fault={isNoTime ? words.noTime : undefined}
          />
        )}
      </div>
    </Card>
  );
}

/** The member's own time zone. */
export function useZone(): string {
  const [ownZone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  return useMe().member.timeZone ?? ownZone;
}
