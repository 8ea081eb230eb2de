import { useState } from 'react';
import { Chips } from '../kit/controls/chips.js';
import { TimeField } from '../kit/controls/composing-fields.js';
import { Card } from '../kit/layout/card.js';
import { useMe } from '../session/session-gate.js';
import { useSpeech } from '../words/words.js';
import css from './form/composer.module.css';
import { WHENS, type Draft, type When } from './form/draft.js';
import type { Faults } from './form/faults.js';
import { Neighbours } from './terms/neighbours.js';
import { WhenMore } from './terms/when-more.js';
import { useTermWords } from './terms/words.js';
import { useComposerWords } from './form/words.js';
import { clockTimes, instantOf, readWall, wallOf, worldSpan, type ClockTime } from './form/zoned-time.js';

interface WhenCardProps {
  draft: Draft;
  faults: Faults;
  onChange: (fields: Partial<Draft>) => void;
}

/** When it goes, beside what else leaves then, how fast, and to how many. */
export function WhenCard({ draft, faults, onChange }: WhenCardProps) {
  const { f } = useSpeech();
  const words = useComposerWords();
  const zone = useZone();
  const { when, at } = draft;
  const isWall = readWall(at) !== undefined;
  const times = when === 'later' ? clockTimes(at, zone) : [];
  const instant = when === 'later' ? instantOf(at, zone) : undefined;
  const terms = useTermWords();
  const fault = !isWall
    ? words.noTime
    : when !== 'later' || instant !== undefined
      ? undefined
      : times.length === 0
        ? terms.skipped(zone)
        : terms.twice(zone);
  const span = when === 'local' ? worldSpan(at) : undefined;
  return (
    <Card title={words.when}>
      <div className={css['rows']}>
        <Chips
          label={words.when}
          value={when}
          options={WHENS.map((option) => [option, words.whens[option]] as const)}
          onChange={(chosen) => onChange({ when: chosen as When, at: wallOf(at) })}
        />
        {when !== 'now' && (
          <TimeField
            label={words.at}
            value={wallOf(at)}
            onChange={(time) => onChange({ at: time })}
            help={when === 'local' ? words.localHelp : words.atHelp(zone)}
            fault={at === '' ? faults.blocking.at : (fault ?? faults.blocking.at)}
          />
        )}
        {times.length > 1 && <Turns at={at} times={times} onChange={(time) => onChange({ at: time })} />}
        {span && <p className={css['quiet']}>{words.localSpan(f.moment(span.first), f.moment(span.last))}</p>}
        {instant !== undefined && <Neighbours at={instant} />}
        <WhenMore terms={draft} faults={faults.blocking} onChange={onChange} />
      </div>
    </Card>
  );
}

/** Asks which of two is meant, where a clock shows a time twice. */
function Turns({ at, times, onChange }: { at: string; times: readonly ClockTime[]; onChange: (at: string) => void }) {
  const words = useTermWords();
  const wall = wallOf(at);
  return (
    <Chips
      label={words.which}
      value={at}
      options={times.map(({ offset }, turn) => [`${wall}${offset}`, words.turns[turn]?.(offset) ?? offset] as const)}
      onChange={onChange}
    />
  );
}

/** The member's own time zone. */
export function useZone(): string {
  const [ownZone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  return useMe().member.timeZone ?? ownZone;
}
