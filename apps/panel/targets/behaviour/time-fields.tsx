import { DayField } from '../../kit/controls/composing-fields.js';
import { Field } from '../../kit/controls/field.js';
import { Select } from '../../kit/controls/select.js';
import { isDayOrder, SPANS, type Behaviour } from './behaviour.js';
import { useBehaviourMessages } from './messages.js';

interface TimeFieldsProps {
  line: Behaviour;
  /** Visits have no number, and always a time. */
  isVisit: boolean;
  onChange: (change: Partial<Behaviour>) => void;
}

/** Takes number and time of an action, or the time of a visit. */
export function TimeFields({ line, isVisit, onChange }: TimeFieldsProps) {
  const messages = useBehaviourMessages();
  const { times = '', span = 'days', amount, from = '', to = '' } = line;
  const isTurned = from !== '' && to !== '' && !isDayOrder(from, to);
  return (
    <>
      {!isVisit && (
        <Field
          label={messages.times}
          help={messages.timesHelp}
          inputMode="numeric"
          value={times}
          onChange={(typed) => onChange({ times: typed })}
        />
      )}
      <Select
        label={messages.when}
        value={span}
        options={SPANS.filter((id) => !isVisit || id !== 'any').map((id) => [id, messages.spans[id]] as const)}
        onChange={(value) => onChange({ span: SPANS.find((id) => id === value) ?? 'days' })}
      />
      {span === 'days' && (
        <Field
          label={messages.days}
          inputMode="numeric"
          value={amount}
          onChange={(typed) => onChange({ amount: typed })}
        />
      )}
      {span === 'between' && (
        <>
          <DayField label={messages.from} value={from} onChange={(day) => onChange({ from: day })} />
          <DayField
            label={messages.to}
            help={messages.toHelp}
            fault={isTurned ? messages.toFault : undefined}
            value={to}
            onChange={(day) => onChange({ to: day })}
          />
        </>
      )}
    </>
  );
}
