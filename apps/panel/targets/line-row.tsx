import type { AudienceWords } from '../api/types.js';
import { Button } from '../kit/controls/button.js';
import { Field } from '../kit/controls/field.js';
import { Select } from '../kit/controls/select.js';
import { Icon } from '../kit/layout/icon.js';
import { TimeFields } from './behaviour/time-fields.js';
import { KINDS, needsText, newFields, OPERATORS, type TargetLine } from './lines.js';
import { Subject, Tests } from './line-subject.js';
import { Suggestions } from './suggestions.js';
import css from './targets.module.css';
import { useTargetMessages } from './messages.js';

interface LineRowProps {
  /** Key of the application. */
  app: string;
  /** The place as `2.1`, for screen readers. */
  place: string;
  line: TargetLine;
  known: AudienceWords;
  onChange: (change: Partial<TargetLine>) => void;
  onRemove: () => void;
}

/** One line of the description of an audience. */
export function LineRow({ app, place, line, known, onChange, onRemove }: LineRowProps) {
  const messages = useTargetMessages();
  const { kind, operator } = line;
  return (
    <div className={css['line']} role="group" aria-label={messages.line(place)}>
      <div className={css['fields']}>
        <Select
          label={messages.kind}
          value={kind}
          options={KINDS.map((id) => [id, messages.kinds[id]] as const)}
          onChange={(value) => {
            const chosen = KINDS.find((id) => id === value) ?? 'attribute';
            onChange({ ...newFields(chosen, known.attributes), kind: chosen, operator: OPERATORS[chosen][0] });
          }}
        />
        <Subject line={line} known={known} onChange={onChange} />
        <Select
          label={messages.operator}
          value={operator}
          options={OPERATORS[kind].map((id) => [id, messages.operators[id]] as const)}
          onChange={(value) => onChange({ operator: OPERATORS[kind].find((id) => id === value) ?? 'is' })}
        />
        <Sought app={app} place={place} line={line} known={known} onChange={onChange} />
      </div>
      <Button kind="quiet" className={css['remove']} label={messages.remove(place)} onPress={onRemove}>
        <Icon name="close" />
      </Button>
    </div>
  );
}

/** Takes the value that a line compares with. */
function Sought({ app, place, line, known, onChange }: Omit<LineRowProps, 'onRemove'>) {
  const { kind, code, operator, text, amount } = line;
  const messages = useTargetMessages();
  const type = (typed: string): void => onChange({ text: typed });
  switch (kind) {
    case 'segment':
      return (
        <Select
          label={messages.segment}
          value={text}
          options={known.segments.map((name) => [name, name] as const)}
          onChange={type}
        />
      );
    case 'tag':
      return (
        <Suggestions app={app} of={{ by: 'tag', code: '' }} text={text} isList={false} onChange={type}>
          <Field label={messages.tag} value={text} onChange={type} />
        </Suggestions>
      );
    case 'device':
    case 'attribute': {
      const options =
        (kind === 'attribute' && known.attributes.find((candidate) => candidate.code === code)?.options) || [];
      const isValue = operator === 'is' || operator === 'isNot';
      const isList = isValue || operator === 'contains';
      const help = options.length > 0 ? options.join(', ') : isList ? messages.valuesHelp : undefined;
      const field = <Field label={messages.values} help={help} value={text} onChange={type} />;
      return !needsText(operator) ? null : isValue ? (
        <Suggestions app={app} of={{ by: kind, code }} text={text} isList onChange={type}>
          {field}
        </Suggestions>
      ) : (
        field
      );
    }
    case 'place':
      return (
        <>
          <Field label={messages.centre} help={messages.centreHelp} value={text} onChange={type} />
          <Field
            label={messages.radius}
            inputMode="numeric"
            value={amount}
            onChange={(typed) => onChange({ amount: typed })}
          />
        </>
      );
    case 'event':
    case 'product':
      return (
        <>
          <TimeFields line={line} isVisit={false} onChange={onChange} />
          <Tests place={place} line={line} known={known} onChange={onChange} />
        </>
      );
    case 'seen':
      return <TimeFields line={line} isVisit onChange={onChange} />;
    case 'reach':
      return null;
  }
}
