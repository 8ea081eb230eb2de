import type { AudienceWords } from '../api/audience.js';
import { Button } from '../kit/controls/button.js';
import { KINDS, newLine, type Kind, type TargetLine } from './lines.js';
import { LineRow } from './line-row.js';
import css from './targets.module.css';
import { useTargetWords } from './words.js';

/** A target has no more lines. */
const MAX_LINES = 20;

interface TargetLinesProps extends AudienceWords {
  /** What lines may look at, where the target is not of a segment: a campaign takes no events. */
  kinds?: readonly Kind[];
  lines: readonly TargetLine[];
  onChange: (lines: readonly TargetLine[]) => void;
}

/** Describes who is meant, line by line. `targetOf` makes the target of it. */
export function TargetLines({ lines, onChange, kinds = KINDS, ...known }: TargetLinesProps) {
  const words = useTargetWords();
  // A target has one circle.
  const placed = lines.find(({ kind }) => kind === 'place');
  return (
    <div className={css['lines']}>
      {lines.map((line, index) => (
        <LineRow
          key={line.id}
          place={index + 1}
          line={line}
          kinds={kinds.filter((kind) => kind !== 'place' || line === placed || placed === undefined)}
          known={known}
          onChange={(change) => onChange(lines.map((row) => (row.id === line.id ? { ...row, ...change } : row)))}
          onRemove={() => onChange(lines.filter(({ id }) => id !== line.id))}
        />
      ))}
      <p>
        <Button
          isDisabled={lines.length >= MAX_LINES}
          onPress={() => onChange([...lines, newLine(lines, known.attributes)])}
        >
          {words.add}
        </Button>
      </p>
    </div>
  );
}
