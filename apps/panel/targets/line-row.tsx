import type { AudienceWords } from '../api/audience.js';
import { Button } from '../kit/controls/button.js';
import { Field } from '../kit/controls/field.js';
import { Select } from '../kit/controls/select.js';
import { Icon } from '../kit/layout/icon.js';
import { OPERATORS, type Kind, type TargetLine } from './lines.js';
import css from './targets.module.css';
import { useTargetWords } from './words.js';

interface LineRowProps {
  /** Counts from 1, for who listens. */
  place: number;
  line: TargetLine;
  /** What it may look at. */
  kinds: readonly Kind[];
  known: AudienceWords;
  onChange: (change: Partial<TargetLine>) => void;
  onRemove: () => void;
}

/** One line of the description of an audience. */
export function LineRow({ place, line, kinds, known, onChange, onRemove }: LineRowProps) {
  const words = useTargetWords();
  const { kind, code, operator } = line;
  return (
    <div className={css['row']} role="group" aria-label={words.line(place)}>
      <div className={css['fields']}>
        <Select
          label={words.kind}
          value={kind}
          options={kinds.map((id) => [id, words.kinds[id]] as const)}
          onChange={(value) => {
            const chosen = kinds.find((id) => id === value) ?? 'attribute';
            onChange({ kind: chosen, operator: OPERATORS[chosen][0], text: '', amount: '' });
          }}
        />
        {kind === 'attribute' && (
          <Select
            label={words.attribute}
            value={code}
            options={known.attributes.map((row) => [row.code, row.label ?? row.code] as const)}
            onChange={(value) => onChange({ code: value })}
          />
        )}
        <Select
          label={words.operator}
          value={operator}
          options={OPERATORS[kind].map((id) => [id, words.operators[id]] as const)}
          onChange={(value) => onChange({ operator: OPERATORS[kind].find((id) => id === value) ?? 'is' })}
        />
        <Sought line={line} known={known} onChange={onChange} />
      </div>
      <Button kind="quiet" className={css['remove']} label={words.remove(place)} onPress={onRemove}>
        <Icon name="close" />
      </Button>
    </div>
  );
}

/** What a line compares with. */
function Sought({
  line: { kind, code, operator, text, amount },
  known,
  onChange,
}: Omit<LineRowProps, 'place' | 'kinds' | 'onRemove'>) {
  const words = useTargetWords();
  const type = (typed: string): void => onChange({ text: typed });
  switch (kind) {
    case 'segment':
      return (
        <Select
          label={words.segment}
          value={text}
          options={known.segments.map((name) => [name, name] as const)}
          onChange={type}
        />
      );
    case 'tag':
      return <Field label={words.tag} value={text} onChange={type} />;
    case 'attribute': {
      const options = known.attributes.find((candidate) => candidate.code === code)?.options ?? [];
      const help = options.length > 0 ? options.join(', ') : words.valuesHelp;
      return operator === 'known' || operator === 'unknown' ? null : (
        <Field label={words.values} help={help} value={text} onChange={type} />
      );
    }
    default: {
      const isPlace = kind === 'place';
      return (
        <>
          <Field
            label={isPlace ? words.centre : words.event}
            {...(isPlace && { help: words.centreHelp })}
            value={text}
            onChange={type}
          />
          <Field
            label={isPlace ? words.radius : words.days}
            inputMode="numeric"
            value={amount}
            onChange={(typed) => onChange({ amount: typed })}
          />
        </>
      );
    }
  }
}
