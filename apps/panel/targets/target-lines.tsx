import type { AudienceWords } from '../api/audience.js';
import { Button } from '../kit/controls/button.js';
import { newLine, type TargetLine } from './lines.js';
import { LineRow } from './line-row.js';
import css from './targets.module.css';
import { useTargetWords } from './words.js';

/** A target has no more lines. */
const MAX_LINES = 20;

interface TargetLinesProps extends AudienceWords {
  lines: readonly TargetLine[];
  onChange: (lines: readonly TargetLine[]) => void;
}

/** Describes who is meant, line by line. `targetOf` makes the target of it. */
export function TargetLines({ lines, onChange, ...known }: TargetLinesProps) {
  const words = useTargetWords();
  return (
    <div className={css['lines']}>
      {lines.map((line, index) => (
        <LineRow
          key={line.id}
          place={index + 1}
          line={line}
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
