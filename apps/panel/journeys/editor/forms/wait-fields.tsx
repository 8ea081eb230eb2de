import type { AudienceWords } from '../../../api/types.js';
import { Choices } from '../../../kit/controls/choices.js';
import { Select } from '../../../kit/controls/select.js';
import { type Fields, fieldsOf, listOf, textOf, withoutEmpty } from '../model/written-journey.js';
import css from '../look/editor.module.css';
import { useFieldMessages } from '../texts/field-messages.js';
import { Named, NumberText, OptionalText, Span } from './parts.js';

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
const TIMES = ['DATE', 'TIME_STAMP'];

interface WaitProps {
  words: AudienceWords;
  value: Fields;
  onChange: (change: Fields) => void;
}

/** Attributes of people that are times. */
export function timeOptions({ attributes }: AudienceWords): (readonly [string, string])[] {
  return attributes.filter(({ dataType }) => TIMES.includes(dataType)).map(({ code, label }) => [code, label ?? code]);
}

/** A wait: for a duration, until a time of day, or until a date of the person. */
export function WaitFields({ words, value, onChange }: WaitProps) {
  const messages = useFieldMessages();
  const end = value['until'] !== undefined ? 'until' : value['at'] !== undefined ? 'at' : 'for';
  const none = {
    for: undefined,
    at: undefined,
    until: undefined,
    days: undefined,
    weekdays: undefined,
    zone: undefined,
  };
  const begin = { for: { for: '1d' }, at: { at: '10:00' }, until: { until: { attribute: '' } } };
  return (
    <>
      <Select
        label={messages.waits}
        value={end}
        options={(['for', 'at', 'until'] as const).map((each) => [each, messages.waitWays[each]] as const)}
        onChange={(next) =>
          onChange({ ...none, ...(next === 'at' ? begin.at : next === 'until' ? begin.until : begin.for) })
        }
      />
      {end === 'for' && (
        <Span label={messages.howLong} value={value['for']} onChange={(span) => onChange({ for: span ?? '' })} />
      )}
      {end === 'at' && (
        <>
          <OptionalText label={messages.time} value={value['at']} onChange={(at) => onChange({ at: at ?? '' })} />
          <NumberText label={messages.daysLater} value={value['days']} onChange={(days) => onChange({ days })} />
          <Weekdays value={value['weekdays']} onChange={(weekdays) => onChange({ weekdays })} />
        </>
      )}
      {end === 'until' && (
        <>
          <DateFields words={words} value={fieldsOf(value['until'])} onChange={(until) => onChange({ until })} />
          <OptionalText label={messages.timeOfDay} value={value['at']} onChange={(at) => onChange({ at })} />
        </>
      )}
      {end !== 'for' && <Zone value={value['zone']} onChange={(zone) => onChange({ zone })} />}
      <Late value={value['late']} onChange={(late) => onChange({ late })} />
    </>
  );
}

/** A date of the person, and how long before or after it. */
export function DateFields({ words, value, onChange }: WaitProps) {
  const messages = useFieldMessages();
  const side = value['after'] === undefined ? 'before' : 'after';
  const write = (change: Fields): void => onChange(withoutEmpty({ ...value, ...change }));
  return (
    <>
      <Named
        label={messages.dateAttribute}
        value={value['attribute']}
        options={timeOptions(words)}
        onChange={(attribute) => write({ attribute })}
      />
      <Select
        label={messages.side}
        value={side}
        options={[
          ['before', messages.before],
          ['after', messages.after],
        ]}
        onChange={(next) => write({ before: undefined, after: undefined, [next]: value[side] ?? '1d' })}
      />
      <Span label={messages.distance} value={value[side]} onChange={(span) => write({ [side]: span })} />
    </>
  );
}

export function Weekdays({ value, onChange }: { value: unknown; onChange: (value: string[] | undefined) => void }) {
  const messages = useFieldMessages();
  return (
    <fieldset className={css['group']}>
      <legend>{messages.weekdays}</legend>
      <Choices
        label={messages.weekdays}
        values={listOf(value).map(textOf)}
        options={WEEKDAYS.map((day) => [day, messages.days[day]] as const)}
        onChange={(days) => onChange(days.length === 0 ? undefined : WEEKDAYS.filter((day) => days.includes(day)))}
      />
    </fieldset>
  );
}

export function Zone({ value, onChange }: { value: unknown; onChange: (value: string | undefined) => void }) {
  const messages = useFieldMessages();
  return (
    <Select
      label={messages.clock}
      value={textOf(value) || 'application'}
      options={[
        ['application', messages.clockOfApplication],
        ['user', messages.clockOfPerson],
      ]}
      onChange={(zone) => onChange(zone === 'user' ? zone : undefined)}
    />
  );
}

/** The fate of who is looked at long after the wait, as behind a pause. */
export function Late({ value, onChange }: { value: unknown; onChange: (value: string | undefined) => void }) {
  const messages = useFieldMessages();
  return (
    <Select
      label={messages.late}
      value={textOf(value) || 'continue'}
      options={[
        ['continue', messages.lateGoesOn],
        ['exit', messages.lateLeaves],
      ]}
      onChange={(late) => onChange(late === 'exit' ? late : undefined)}
    />
  );
}
