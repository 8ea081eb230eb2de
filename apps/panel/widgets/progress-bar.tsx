import type { Progress } from '../api/types.js';
import { StackedBar } from '../kit/charts/stacked-bar.js';
import { useI18n } from '../i18n/i18n.js';
import { partsOf } from './progress-parts.js';

/** Progress as a bar; its words are its name. */
export function ProgressBar({ progress, isSmall = false }: { progress: Progress; isSmall?: boolean }) {
  const { w, f } = useI18n();
  const parts = partsOf(progress, w);
  const label = parts
    .filter(({ n }) => n > 0)
    .map(({ name, n }) => `${name} ${f.number(n)}`)
    .join(', ');
  return <StackedBar label={label || w.none} parts={parts} total={progress.planned} isSmall={isSmall} />;
}
