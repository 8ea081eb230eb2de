import { useI18n } from '../../i18n/i18n.js';
import { Chips } from '../../kit/controls/chips.js';
import { Choices } from '../../kit/controls/choices.js';
import { DayField } from '../../kit/controls/composing-fields.js';
import { Field } from '../../kit/controls/field.js';
import { Fold } from '../../kit/layout/fold.js';
import type { WrittenAudience } from '../../targets/written-audience.js';
import { DigitsField } from '../terms/digits-field.js';
import css from '../terms/terms.module.css';
import { useRepeatMessages } from './messages.js';
import { NextRuns } from './next-runs.js';
import {
  ENDS,
  MONTHLIES,
  OFTENS,
  weekdayDate,
  WEEKDAYS,
  type End,
  type Monthly,
  type Often,
  type Repeat,
} from '../form/repeat.js';

interface RepeatFieldProps {
  repeat: Repeat;
  /** The schedule as it is sent; undefined: it has no time yet. */
  schedule: object | undefined;
  audience: WrittenAudience;
  onChange: (fields: Partial<Repeat>) => void;
}

/** How a campaign repeats, and when it goes next. */
export function RepeatField({ repeat, schedule, audience, onChange }: RepeatFieldProps) {
  const { language } = useI18n();
  const messages = useRepeatMessages();
  const { often, weekdays, monthly, rule, end, endsOn, endsAfter, holidays, notWithin, atLeast, atMost } = repeat;
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  return (
    <div className={css['rows']}>
      <Chips
        label={messages.repeat}
        value={often}
        options={OFTENS.map((option) => [option, messages.oftens[option]] as const)}
        onChange={(chosen) => onChange({ often: chosen as Often })}
      />
      {often === 'week' && (
        <Choices
          label={messages.weekdays}
          values={weekdays}
          options={WEEKDAYS.map((day) => [day, weekday.format(weekdayDate(day))] as const)}
          onChange={(days) => onChange({ weekdays: days })}
        />
      )}
      {often === 'month' && (
        <Chips
          label={messages.monthly}
          value={monthly}
          options={MONTHLIES.map((option) => [option, messages.monthlies[option]] as const)}
          onChange={(chosen) => onChange({ monthly: chosen as Monthly })}
        />
      )}
      {often === 'rule' && (
        <Field
          label={messages.rule}
          value={rule}
          help={messages.ruleHelp}
          onChange={(text) => onChange({ rule: text })}
        />
      )}
      {often !== 'once' && (
        <>
          <Chips
            label={messages.end}
            value={end}
            options={ENDS.map((option) => [option, messages.ends[option]] as const)}
            onChange={(chosen) => onChange({ end: chosen as End })}
          />
          {end === 'on' && (
            <DayField label={messages.endsOn} value={endsOn} onChange={(day) => onChange({ endsOn: day })} />
          )}
          {end === 'after' && (
            <DigitsField
              label={messages.endsAfter}
              value={endsAfter}
              onChange={(digits) => onChange({ endsAfter: digits })}
            />
          )}
          <Fold title={messages.more} opens={[holidays, notWithin, atLeast, atMost].some((text) => text !== '')}>
            <div className={css['rows']}>
              <Field
                label={messages.holidays}
                value={holidays}
                help={messages.holidaysHelp}
                onChange={(text) => onChange({ holidays: text })}
              />
              <DigitsField
                label={messages.notWithin}
                value={notWithin}
                help={messages.notWithinHelp}
                onChange={(digits) => onChange({ notWithin: digits })}
              />
              <DigitsField
                label={messages.atLeast}
                value={atLeast}
                onChange={(digits) => onChange({ atLeast: digits })}
              />
              <DigitsField
                label={messages.atMost}
                value={atMost}
                help={messages.rangeHelp}
                onChange={(digits) => onChange({ atMost: digits })}
              />
            </div>
          </Fold>
          {schedule && <NextRuns schedule={schedule} audience={audience} />}
        </>
      )}
    </div>
  );
}
