import type { AudienceWords } from '../../../api/types.js';
import { Button } from '../../../kit/controls/button.js';
import { Choices } from '../../../kit/controls/choices.js';
import { Select } from '../../../kit/controls/select.js';
import { type Fields, fieldsOf, listOf, textOf, withoutEmpty } from '../model/written-journey.js';
import css from '../look/editor.module.css';
import { useFieldMessages } from '../texts/field-messages.js';
import { Named } from './parts.js';
import { WhereFields } from './where-fields.js';

interface AwaitedProps {
  words: AudienceWords;
  value: Fields;
  onChange: (change: Fields) => void;
}

/** Options of the events of an application. */
export function eventOptions({ events }: AudienceWords): (readonly [string, string])[] {
  return events.map(({ code, label }) => [code, label ?? code]);
}

export function eventOf({ events }: AudienceWords, code: unknown): AudienceWords['events'][number] | undefined {
  return events.find((event) => event.code === code);
}

/** An event that is waited for. @param value  `event`, `same`, `where` among its fields */
export function EventFields({ words, value, onChange }: AwaitedProps) {
  const messages = useFieldMessages();
  const event = eventOf(words, value['event']);
  const same = listOf(value['same']).map(textOf);
  const codes = [...new Set([...(event?.attributes ?? []).map(({ code }) => code), ...same])];
  return (
    <>
      <Named
        label={messages.event}
        value={value['event']}
        options={eventOptions(words)}
        onChange={(code) => onChange({ event: code, same: undefined, where: undefined })}
      />
      {codes.length > 0 && (
        <fieldset className={css['group']}>
          <legend>{messages.same}</legend>
          <Choices
            label={messages.same}
            values={same}
            options={codes.map((code) => [code, code] as const)}
            onChange={(next) => onChange({ same: next.length === 0 ? undefined : next })}
          />
        </fieldset>
      )}
      <WhereFields event={event} value={value['where']} onChange={(where) => onChange({ where })} />
    </>
  );
}

/** A change of a segment. */
export function SegmentFields({ words, value, onChange }: AwaitedProps) {
  const messages = useFieldMessages();
  const segment = fieldsOf(value['segment']);
  const way = segment['left'] === undefined ? 'joined' : 'left';
  const write = (next: string, name: string): void => onChange({ segment: { [next]: name } });
  return (
    <>
      <Select
        label={messages.segmentWay}
        value={way}
        options={[
          ['joined', messages.joined],
          ['left', messages.left],
        ]}
        onChange={(next) => write(next, textOf(segment[way]))}
      />
      <Named
        label={messages.segment}
        value={segment[way]}
        options={words.segments.map((name) => [name, name] as const)}
        onChange={(name) => write(way, name)}
      />
    </>
  );
}

/** Several events and segments, the first of which ends a wait. */
export function AnyFields({ words, value, onChange }: AwaitedProps) {
  const messages = useFieldMessages();
  const list = listOf(value['anyOf']).map(fieldsOf);
  const write = (anyOf: readonly Fields[]): void => onChange({ anyOf });
  return (
    <>
      {list.map((each, index) => {
        const props = {
          words,
          value: each,
          onChange: (change: Fields) => write(list.with(index, withoutEmpty({ ...each, ...change }))),
        };
        return (
          <fieldset key={index} className={css['group']}>
            <legend>{messages.anyEntry(index + 1)}</legend>
            {each['segment'] === undefined ? <EventFields {...props} /> : <SegmentFields {...props} />}
            <p>
              <Button kind="quiet" onPress={() => write(list.toSpliced(index, 1))}>
                {messages.removeAny(index + 1)}
              </Button>
            </p>
          </fieldset>
        );
      })}
      <p className={css['actions']}>
        <Button onPress={() => write([...list, { event: '' }])}>{messages.addEvent}</Button>
        <Button onPress={() => write([...list, { segment: { joined: '' } }])}>{messages.addSegment}</Button>
      </p>
    </>
  );
}
