import type { AudienceWords } from '../../../api/types.js';
import { Select } from '../../../kit/controls/select.js';
import { type Fields, fieldsOf, textOf, withoutEmpty } from '../model/written-journey.js';
import { useFieldMessages } from '../texts/field-messages.js';
import { eventOf, eventOptions, SegmentFields } from './awaited-fields.js';
import { People } from './branch-fields.js';
import { Named, OptionalText } from './parts.js';
import { DateFields, Weekdays, Zone } from './wait-fields.js';
import { WhereFields } from './where-fields.js';

export const WAYS = ['event', 'segment', 'date', 'audience', 'api'] as const;
export type Way = (typeof WAYS)[number];

interface WayProps {
  words: AudienceWords;
  way: Way;
  entry: Fields;
  onChange: (fields: Fields) => void;
}

/** The fields of a way to enter. */
export function WayFields({ words, way, entry, onChange }: WayProps) {
  const messages = useFieldMessages();
  const event = eventOf(words, entry['event']);
  switch (way) {
    case 'event':
      return (
        <>
          <Named
            label={messages.event}
            value={entry['event']}
            options={eventOptions(words)}
            onChange={(code) => onChange({ event: code, where: undefined, key: undefined })}
          />
          <WhereFields event={event} value={entry['where']} onChange={(where) => onChange({ where })} />
          <Select
            label={messages.key}
            value={textOf(entry['key'])}
            options={[
              ['', messages.keyNone],
              ...(event?.attributes ?? []).map(({ code, label }) => [code, label ?? code] as const),
            ]}
            onChange={(key) => onChange({ key: key === '' ? undefined : key })}
          />
        </>
      );
    case 'segment':
      return <SegmentFields words={words} value={entry} onChange={onChange} />;
    case 'date': {
      const date = fieldsOf(entry['date']);
      const write = (fields: Fields): void => onChange({ date: withoutEmpty({ ...date, ...fields }) });
      return (
        <>
          <DateFields words={words} value={date} onChange={(next) => onChange({ date: next })} />
          <OptionalText label={messages.time} value={date['at']} onChange={(at) => write({ at: at ?? '' })} />
          <Select
            label={messages.yearly}
            value={date['yearly'] === true ? 'yes' : 'no'}
            options={[
              ['yes', messages.eachYear],
              ['no', messages.onceOnly],
            ]}
            onChange={(next) => write({ yearly: next === 'yes' ? true : undefined })}
          />
          <Zone value={date['zone']} onChange={(zone) => write({ zone })} />
        </>
      );
    }
    case 'audience': {
      const audience = fieldsOf(entry['audience']);
      const write = (fields: Fields): void => onChange({ audience: withoutEmpty({ ...audience, ...fields }) });
      return (
        <>
          <People words={words} target={audience['target']} onChange={(target) => write({ target })} />
          <OptionalText label={messages.time} value={audience['at']} onChange={(at) => write({ at: at ?? '' })} />
          <Weekdays value={audience['weekdays']} onChange={(weekdays) => write({ weekdays })} />
        </>
      );
    }
    case 'api':
      return <OptionalText label={messages.keyField} value={entry['key']} onChange={(key) => onChange({ key })} />;
  }
}
