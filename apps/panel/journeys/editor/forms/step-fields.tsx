import type { AudienceWords } from '../../../api/types.js';
import { Chips } from '../../../kit/controls/chips.js';
import { Select } from '../../../kit/controls/select.js';
import { withFields } from '../model/edits.js';
import {
  type Fields,
  fieldsOf,
  idOf,
  kindOf,
  listIds,
  listSends,
  textOf,
  withoutEmpty,
  type WrittenJourney,
  type WrittenStep,
} from '../model/written-journey.js';
import { useFieldMessages } from '../texts/field-messages.js';
import { AnyFields, EventFields } from './awaited-fields.js';
import { BranchFields } from './branch-fields.js';
import { JourneyWriting } from './journey-writing.js';
import { Named, NumberText, OptionalText, Span } from './parts.js';
import { SendFields } from './send-fields.js';
import { SetFields } from './set-fields.js';
import { SplitFields } from './split-fields.js';
import { Late, WaitFields } from './wait-fields.js';

/** Names that the application has. */
export interface JourneyNames {
  words: AudienceWords;
  hooks: readonly string[];
}

interface StepFieldsProps {
  names: JourneyNames;
  journey: WrittenJourney;
  step: WrittenStep;
  onChange: (step: WrittenStep) => void;
}

/** The fields of a step, by its kind. */
export function StepFields(props: StepFieldsProps) {
  const { names, journey, step, onChange } = props;
  const messages = useFieldMessages();
  const kind = kindOf(step);
  const value = fieldsOf(step[kind]);
  const change = (fields: Fields): void => onChange(withFields(step, fields));
  const shared = { words: names.words, value, onChange: change };
  switch (kind) {
    case 'send':
      return <SendFields value={value} onChange={change} />;
    case 'wait':
      return <WaitFields {...shared} />;
    case 'waitFor':
      return <WaitForFields {...shared} sends={listSends(journey)} />;
    case 'branch':
      return <BranchFields {...shared} journey={journey} />;
    case 'split':
      return <SplitFields value={value} onChange={change} onRename={(from, to) => onChange(withArm(step, from, to))} />;
    case 'set':
      return (
        <JourneyWriting journey={journey} words={names.words} isValueAlone>
          <SetFields {...shared} />
        </JourneyWriting>
      );
    case 'webhook':
      return (
        <Named
          label={messages.hook}
          value={value['hook']}
          options={names.hooks.map((name) => [name, name] as const)}
          onChange={(hook) => change({ hook })}
        />
      );
    case 'batch':
      return (
        <>
          <Span label={messages.collect} value={value['for']} onChange={(span) => change({ for: span ?? '' })} />
          <NumberText label={messages.mostEvents} value={value['most']} onChange={(most) => change({ most })} />
        </>
      );
    case 'throttle':
      return (
        <>
          <NumberText label={messages.mostPeople} value={value['most']} onChange={(most) => change({ most })} />
          <Select
            label={messages.per}
            value={textOf(value['per']) || '1m'}
            options={[
              ['1m', messages.perMinute],
              ['1h', messages.perHour],
            ]}
            onChange={(per) => change({ per: per === '1h' ? per : undefined })}
          />
        </>
      );
    case 'goto':
      return (
        <Named
          label={messages.goTo}
          value={step['goto']}
          options={listIds(journey).map((id) => [id, id] as const)}
          onChange={(id) => onChange({ goto: id })}
        />
      );
    case 'exit':
      return null;
  }
}

/** The id of a step that is a place. */
export function IdField({ step, onChange }: Pick<StepFieldsProps, 'step' | 'onChange'>) {
  const messages = useFieldMessages();
  const kind = kindOf(step);
  return kind === 'goto' ? null : (
    <OptionalText
      label={messages.id}
      value={idOf(step)}
      help={messages.idHelp}
      onChange={(id = '') => onChange(kind === 'exit' ? { ...step, exit: id } : withFields(step, { id }))}
    />
  );
}

function WaitForFields({
  words,
  sends,
  value,
  onChange,
}: {
  words: AudienceWords;
  sends: readonly string[];
  value: Fields;
  onChange: (change: Fields) => void;
}) {
  const messages = useFieldMessages();
  const way = value['anyOf'] === undefined ? 'event' : 'anyOf';
  const { event = '', node, same, where } = value;
  const awaited = { event, node, same, where };
  return (
    <>
      <Chips
        label={messages.waitsFor}
        value={way}
        options={[
          ['event', messages.oneEvent],
          ['anyOf', messages.severalEvents],
        ]}
        onChange={(next) =>
          next !== way &&
          onChange(
            next === 'anyOf'
              ? { event: undefined, node: undefined, same: undefined, where: undefined, anyOf: [withoutEmpty(awaited)] }
              : { anyOf: undefined, event: '' },
          )
        }
      />
      {way === 'event' ? (
        <EventFields words={words} sends={sends} value={value} onChange={onChange} />
      ) : (
        <AnyFields words={words} sends={sends} value={value} onChange={onChange} />
      )}
      <Span label={messages.atMost} value={value['atMost']} onChange={(span) => onChange({ atMost: span ?? '' })} />
      <Late value={value['late']} onChange={(late) => onChange({ late })} />
    </>
  );
}

/** A split in which an arm has another name. */
function withArm(step: WrittenStep, from: string, to: string): WrittenStep {
  const split = fieldsOf(step['split']);
  const by = Object.entries(fieldsOf(split['by']));
  if (by.some(([arm]) => arm === to) || step[to] !== undefined) {
    return step;
  }
  const { [from]: steps, ...remaining } = step;
  const renamed = Object.fromEntries(by.map(([arm, share]) => [arm === from ? to : arm, share]));
  return { ...remaining, split: { ...split, by: renamed }, ...(steps !== undefined && { [to]: steps }) };
}
