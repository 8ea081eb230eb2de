import { Button } from '../../kit/controls/button.js';
import { Field } from '../../kit/controls/field.js';
import { Select } from '../../kit/controls/select.js';
import { Icon } from '../../kit/layout/icon.js';
import css from './behaviour.module.css';
import { isTwice, needsValue, TESTS, type EventTest } from './behaviour.js';
import { withStored, type Options } from './options.js';
import { useBehaviourMessages } from './messages.js';

/** More are nothing that a person reads. */
const MAX_TESTS = 10;

interface TestRowsProps {
  /** The place of the line, as `2.1`. */
  place: string;
  where: readonly EventTest[];
  /** Attributes of the event, or fields of products. */
  attributes: Options;
  onChange: (where: readonly EventTest[]) => void;
}

/** Conditions on what happened, which hold together. */
export function TestRows({ place, where, attributes, onChange }: TestRowsProps) {
  const messages = useBehaviourMessages();
  const first = attributes[0]?.[0];
  if (where.length === 0 && first === undefined) {
    return null;
  }
  const change = (index: number, fields: Partial<EventTest>): void =>
    onChange(where.map((test, at) => (at === index ? { ...test, ...fields } : test)));
  return (
    <div className={css['tests']} role="group" aria-label={messages.conditions(place)}>
      {where.map((test, index) => (
        <TestRow
          // Conditions have no names of their own, and are only added at the end.
          key={index}
          place={place}
          number={index + 1}
          test={test}
          isTwice={isTwice(where, index)}
          attributes={attributes}
          onChange={(fields) => change(index, fields)}
          onRemove={() => onChange(where.filter((_, at) => at !== index))}
        />
      ))}
      <div>
        <Button
          kind="quiet"
          label={messages.addTo(place)}
          isDisabled={where.length >= MAX_TESTS || first === undefined}
          onPress={() => onChange([...where, { attribute: first ?? '', operator: 'is', text: '' }])}
        >
          {messages.add}
        </Button>
      </div>
    </div>
  );
}

interface TestRowProps {
  place: string;
  number: number;
  test: EventTest;
  isTwice: boolean;
  attributes: Options;
  onChange: (fields: Partial<EventTest>) => void;
  onRemove: () => void;
}

function TestRow({ place, number, test, isTwice: twice, attributes, onChange, onRemove }: TestRowProps) {
  const messages = useBehaviourMessages();
  const { attribute, operator, text } = test;
  return (
    <div className={css['test']} role="group" aria-label={messages.condition(number, place)}>
      <div className={css['fields']}>
        <Select
          label={messages.field}
          value={attribute}
          options={withStored(attributes, attribute)}
          onChange={(value) => onChange({ attribute: value })}
        />
        <Select
          label={messages.operator}
          value={operator}
          options={TESTS.map((id) => [id, messages.operators[id]] as const)}
          onChange={(value) => onChange({ operator: TESTS.find((id) => id === value) ?? 'is' })}
        />
        {needsValue(test) && (
          <Field
            label={operator === 'is' ? messages.values : messages.value}
            help={operator === 'is' ? messages.valuesHelp : undefined}
            value={text}
            onChange={(typed) => onChange({ text: typed })}
          />
        )}
        {twice && <p className={css['twice']}>{messages.twice}</p>}
      </div>
      <Button kind="quiet" className={css['remove']} label={messages.remove(number, place)} onPress={onRemove}>
        <Icon name="close" />
      </Button>
    </div>
  );
}
