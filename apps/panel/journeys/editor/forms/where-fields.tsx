import type { AudienceWords } from '../../../api/types.js';
import { Button } from '../../../kit/controls/button.js';
import { Field } from '../../../kit/controls/field.js';
import { Select } from '../../../kit/controls/select.js';
import { Icon } from '../../../kit/layout/icon.js';
import { type Fields, fieldsOf, textOf } from '../model/written-journey.js';
import css from '../look/editor.module.css';
import { useFieldMessages } from '../texts/field-messages.js';
import { Named } from './parts.js';

const COMPARISONS = ['is', 'atLeast', 'atMost'] as const;
const NUMBERS = ['INT', 'LONG', 'DOUBLE', 'FLOAT'];

interface WhereProps {
  /** The event with the compared attributes; undefined: data of a request, with any names. */
  event: AudienceWords['events'][number] | undefined;
  value: unknown;
  onChange: (value: Fields | undefined) => void;
}

/** Conditions on the attributes of an event: all of them hold. */
export function WhereFields({ event, value, onChange }: WhereProps) {
  const messages = useFieldMessages();
  const rows = Object.entries(fieldsOf(value)).flatMap(([code, tests]) =>
    Object.entries(fieldsOf(tests)).map(([comparison, operand]) => ({ code, comparison, operand })),
  );
  const write = (next: readonly (typeof rows)[number][]): void => {
    const where: Record<string, Record<string, unknown>> = {};
    for (const { code, comparison, operand } of next) {
      where[code] = { ...where[code], [comparison]: operand };
    }
    onChange(next.length === 0 ? undefined : where);
  };
  const change = (index: number, part: Partial<(typeof rows)[number]>): void =>
    write(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  const options = (event?.attributes ?? []).map(({ code, label }) => [code, label ?? code] as const);
  const unused = options.find(([code]) => !rows.some((row) => row.code === code))?.[0];
  return (
    <fieldset className={css['group']}>
      <legend>{messages.where}</legend>
      {rows.map(({ code, comparison, operand }, index) => (
        <div key={index} className={css['form']}>
          {options.length > 0 ? (
            <Named
              label={messages.attribute}
              value={code}
              options={options}
              onChange={(next) => change(index, { code: next })}
            />
          ) : (
            <Field label={messages.attribute} value={code} onChange={(next) => change(index, { code: next })} />
          )}
          <div className={css['pair']}>
            <Select
              label={messages.comparison}
              value={comparison}
              options={COMPARISONS.map((each) => [each, messages.comparisons[each]] as const)}
              onChange={(next) => change(index, { comparison: next })}
            />
            <Field
              label={messages.value}
              value={textOf(operand)}
              onChange={(text) => change(index, { operand: readOperand(text, typeOf(event, code), comparison) })}
            />
          </div>
          <p>
            <Button kind="quiet" label={messages.removeCondition(code)} onPress={() => write(rows.toSpliced(index, 1))}>
              <Icon name="close" />
            </Button>
          </p>
        </div>
      ))}
      <p>
        <Button
          isDisabled={options.length > 0 && unused === undefined}
          onPress={() => write([...rows, { code: unused ?? '', comparison: 'is', operand: '' }])}
        >
          {messages.addCondition}
        </Button>
      </p>
    </fieldset>
  );
}

function typeOf(event: WhereProps['event'], code: string): string | undefined {
  return event?.attributes.find((attribute) => attribute.code === code)?.dataType;
}

/** A typed value as the definition has it. A number that is not finished stays a text. */
function readOperand(text: string, type: string | undefined, comparison: string): unknown {
  const isNumber = comparison !== 'is' || (type !== undefined && NUMBERS.includes(type));
  if (isNumber && /^-?\d+(\.\d*[1-9])?$/.test(text)) {
    return Number(text);
  }
  return type === 'BOOLEAN' && (text === 'true' || text === 'false') ? text === 'true' : text;
}
