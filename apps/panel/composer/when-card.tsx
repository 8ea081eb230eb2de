import { useState } from 'react';
import { Chips } from '../kit/controls/chips.js';
import { TimeField } from '../kit/controls/composing-fields.js';
import { Card } from '../kit/layout/card.js';
import { useMe } from '../session/session-gate.js';
import { useSpeech } from '../words/words.js';
import css from './composer.module.css';
import { WHENS, type Draft, type When } from './draft.js';
import type { Faults } from './faults.js';
import { WhenMore } from './terms/when-more.js';
import { useComposerWords } from './words.js';
import { instantOf, readWall, worldSpan } from './zoned-time.js';

interface WhenCardProps {
  draft: Draft;
  faults: Faults;
  onChange: (fields: Partial<Draft>) => void;
}

/** When it goes, how fast, and to how many. */
export function WhenCard({ draft, faults, onChange }: WhenCardProps) {
  const { f } = useSpeech();
  const words = useComposerWords();
  const zone = useZone();
  const { when, at } = draft;
  const isTime = (when === 'local' ? readWall(at) : instantOf(at, zone)) !== undefined;
  const span = when === 'local' ? worldSpan(at) : undefined;
  return (
    <Card title={words.when}>
      <div className={css['rows']}>
        <Chips
          label={words.when}
          value={when}
          options={WHENS.map((option) => [option, words.whens[option]] as const)}
          onChange={(chosen) => onChange({ when: chosen as When })}
        />
        {when !== 'now' && (
          <TimeField
            label={words.at}
            value={at}
            onChange={(time) => onChange({ at: time })}
            help={when === 'local' ? words.localHelp : words.atHelp(zone)}
            fault={at !== '' && !isTime ? words.noTime : faults.blocking.at}
          />
        )}
        {span && <p className={css['quiet']}>{words.localSpan(f.moment(span.first), f.moment(span.last))}</p>}
        <WhenMore terms={draft} faults={faults.blocking} onChange={onChange} />
      </div>
    </Card>
  );
}

/** The member's own time zone. */
export function useZone(): string {
  const [ownZone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  return useMe().member.timeZone ?? ownZone;
}
