import { useClauseTexts, type AskedClause } from '../clauses/clause-texts.js';
import css from './sends.module.css';

/** The target of a send in words, a line for each clause; what stands in a group is moved in. */
export function TargetClauses({ label, target }: { label: string; target: unknown }) {
  const { describe } = useClauseTexts();
  return (
    <ul className={css['clauses']} aria-label={label}>
      {linesOf(target).map(({ place, depth, asked }) => (
        <li key={place} className={css[`depth-${Math.min(depth, 3)}`]}>
          {describe(asked)}
        </li>
      ))}
    </ul>
  );
}

interface Line {
  place: string;
  depth: number;
  asked: AskedClause;
}

/** Clauses that hold together at the outermost need no word for it. */
function linesOf(target: unknown): Line[] {
  const { type, of } = recordOf(target);
  return type === 'and' && Array.isArray(of) ? below(of, '', 0) : below([target], '', 0);
}

function below(parts: readonly unknown[], above: string, depth: number): Line[] {
  return parts.flatMap((part, index) => {
    const { type, of, ...wanted } = recordOf(part);
    const place = `${above}${index}.`;
    const asked = { clause: typeof type === 'string' ? type : '', wanted };
    return [{ place, depth, asked }, ...(Array.isArray(of) ? below(of, place, depth + 1) : [])];
  });
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
