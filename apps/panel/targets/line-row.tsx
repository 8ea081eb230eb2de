import type { AudienceWords } from '../api/audience.js';
import { Button } from '../kit/controls/button.js';
import { Field } from '../kit/controls/field.js';
import { Select } from '../kit/controls/select.js';
import { Icon } from '../kit/layout/icon.js';
import { KINDS, OPERATORS, type TargetLine } from './lines.js';
import css from './targets.module.css';
import { useTargetWords } from './words.js';

interface LineRowProps {
  /** Counts from 1, for who listens. */
  place: number;
  line: TargetLine;
  known: AudienceWords;
  onChange: (change: Partial<TargetLine>) => void;
  onRemove: () => void;
}

/** One line of the description of an audience. */
export function LineRow({ place, line: { kind, code, operator, text }, known, onChange, onRemove }: LineRowProps) {
  const words = useTargetWords();
  const attribute = known.attributes.find((candidate) => candidate.code === code);
  const help = attribute && attribute.options.length > 0 ? attribute.options.join(', ') : words.valuesHelp;
  return (
    <div className={css['row']} role="group" aria-label={words.line(place)}>
      <div className={css['fields']}>
        <Select
          label={words.kind}
          value={kind}
          options={KINDS.map((id) => [id, words.kinds[id]] as const)}
          onChange={(value) =>
            onChange({ kind: KINDS.find((id) => id === value) ?? 'attribute', operator: 'is', text: '' })
          }
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
        {kind === 'segment' ? (
          <Select
            label={words.segment}
            value={text}
            options={known.segments.map((name) => [name, name] as const)}
            onChange={(value) => onChange({ text: value })}
          />
        ) : (
          operator !== 'known' &&
          operator !== 'unknown' && (
            <Field
              label={kind === 'tag' ? words.tag : words.values}
              {...(kind === 'attribute' && { help })}
              value={text}
              onChange={(value) => onChange({ text: value })}
            />
          )
        )}
      </div>
      <Button kind="quiet" className={css['remove']} label={words.remove(place)} onPress={onRemove}>
        <Icon name="close" />
      </Button>
    </div>
  );
}
