import { lazy, Suspense } from 'react';
import { useZone } from '../session/use-zone.js';
import { instantOf, readWall, wallOf, worldSpan } from '../widgets/times/zoned-time.js';
import { Chips } from '../kit/controls/chips.js';
import { TimeField } from '../kit/controls/composing-fields.js';
import { Card } from '../kit/layout/card.js';
import { useI18n } from '../i18n/i18n.js';
import css from './form/composer.module.css';
import { scheduleOf, WHENS, type Draft, type When } from './form/draft.js';
import type { Faults } from './form/faults.js';
import { useComposerMessages } from './form/messages.js';

/** Folded parts load a moment later. */
const ScheduleTerms = lazy(() =>
  import('./terms/schedule-terms.js').then(({ ScheduleTerms: component }) => ({ default: component })),
);
/** Only what leaves at a time needs these. */
const LateField = lazy(() =>
  import('./rich/late-field.js').then(({ LateField: component }) => ({ default: component })),
);
const RepeatField = lazy(() =>
  import('./repeat/repeat-field.js').then(({ RepeatField: component }) => ({ default: component })),
);
const OverlappingCampaigns = lazy(() =>
  import('./terms/overlapping-campaigns.js').then(({ OverlappingCampaigns: component }) => ({ default: component })),
);
const ZonedTimeField = lazy(() =>
  import('../widgets/times/zoned-time-field.js').then(({ ZonedTimeField: component }) => ({ default: component })),
);

interface ScheduleCardProps {
  draft: Draft;
  faults: Faults;
  onChange: (fields: Partial<Draft>) => void;
}

/** When it goes, beside what else leaves then, how fast, and to how many. */
export function ScheduleCard({ draft, faults, onChange }: ScheduleCardProps) {
  const { f } = useI18n();
  const messages = useComposerMessages();
  const zone = useZone();
  const { when, at, repeat } = draft;
  const instant = when === 'later' ? instantOf(at, zone) : undefined;
  const span = when === 'local' ? worldSpan(at) : undefined;
  return (
    <Card title={messages.when}>
      <div className={css['rows']}>
        <Chips
          label={messages.when}
          value={when}
          options={WHENS.map((option) => [option, messages.whens[option]] as const)}
          onChange={(chosen) => onChange({ when: chosen as When, at: wallOf(at) })}
        />
        {when === 'later' && (
          <Suspense>
            <ZonedTimeField
              label={messages.at}
              at={at}
              zone={zone}
              help={messages.atHelp(zone)}
              fault={faults.blocking.at}
              onChange={(time) => onChange({ at: time })}
            />
          </Suspense>
        )}
        {when === 'local' && (
          <TimeField
            label={messages.at}
            value={wallOf(at)}
            onChange={(time) => onChange({ at: time })}
            help={messages.localHelp}
            fault={at !== '' && readWall(at) === undefined ? messages.noTime : faults.blocking.at}
          />
        )}
        {span && <p className={css['quiet']}>{messages.localSpan(f.moment(span.first), f.moment(span.last))}</p>}
        {when !== 'now' && (
          <Suspense>
            <RepeatField
              repeat={repeat}
              schedule={scheduleOf(draft, zone)?.schedule}
              audience={draft}
              onChange={(fields) => onChange({ repeat: { ...repeat, ...fields } })}
            />
            <LateField late={draft.late} onChange={(late) => onChange({ late })} />
          </Suspense>
        )}
        {instant !== undefined && (
          <Suspense>
            <OverlappingCampaigns at={instant} />
          </Suspense>
        )}
        <Suspense>
          <ScheduleTerms terms={draft} faults={faults.blocking} onChange={onChange} />
        </Suspense>
      </div>
    </Card>
  );
}
