import type { AudienceWords } from '../../../api/types.js';
import { Button } from '../../../kit/controls/button.js';
import { Choices } from '../../../kit/controls/choices.js';
import { Select } from '../../../kit/controls/select.js';
import { type Fields, fieldsOf, listOf, textOf, withoutEmpty } from '../model/written-journey.js';
import { RESULTS } from '../../../widgets/journeys/results.js';
import { useJourneyStepMessages } from '../../../widgets/journeys/messages.js';
import css from '../look/editor.module.css';
import { useFieldMessages } from '../texts/field-messages.js';
import { Named } from './parts.js';
import { WhereFields } from './where-fields.js';

/** Results that people or machines cause. */
const FETCHES = ['MessageClicked', 'MessageOpened'];

interface AwaitedProps {
  words: AudienceWords;
  /** Ids of the steps that send: their messages have results. */
  sends: readonly string[];
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
export function EventFields({ words, sends, value, onChange }: AwaitedProps) {
  const messages = useFieldMessages();
  const { results } = useJourneyStepMessages();
  const isResult = RESULTS.some((result) => result === value['event']);
  const event = eventOf(words, value['event']);
  const same = listOf(value['same']).map(textOf);
  const codes = [...new Set([...(event?.attributes ?? []).map(({ code }) => code), ...same])];
  return (
    <>
      <Named
        label={messages.event}
        value={value['event']}
        options={[...eventOptions(words), ...RESULTS.map((result) => [result, results[result] ?? result] as const)]}
        onChange={(code) => onChange({ event: code, node: undefined, same: undefined, where: undefined })}
      />
      {isResult && <ResultFields sends={sends} value={value} onChange={onChange} />}
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
      {!isResult && <WhereFields event={event} value={value['where']} onChange={(where) => onChange({ where })} />}
    </>
  );
}

/** The message of a result, and who caused it. */
function ResultFields({ sends, value, onChange }: Omit<AwaitedProps, 'words'>) {
  const messages = useFieldMessages();
  const isFetch = FETCHES.includes(textOf(value['event']));
  return (
    <>
      {value['event'] !== 'Unsubscribed' && (
        <Select
          label={messages.ofMessage}
          value={textOf(value['node'])}
          options={[['', messages.anyMessage], ...sends.map((id) => [id, id] as const)]}
          onChange={(node) => onChange({ node: node === '' ? undefined : node })}
        />
      )}
      {isFetch && (
        <Select
          label={messages.by}
          value={textOf(fieldsOf(fieldsOf(value['where'])['by'])['is'])}
          options={(['', 'person', 'unknown', 'machine'] as const).map((by) => [by, messages.bys[by]] as const)}
          onChange={(by) => onChange({ where: by === '' ? undefined : { by: { is: by } } })}
        />
      )}
    </>
  );
}

/** A change of a segment. */
export function SegmentFields({ words, value, onChange }: Omit<AwaitedProps, 'sends'>) {
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
export function AnyFields({ words, sends, value, onChange }: AwaitedProps) {
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
            {each['segment'] === undefined ? <EventFields {...props} sends={sends} /> : <SegmentFields {...props} />}
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
