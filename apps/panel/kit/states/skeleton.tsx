import { useI18n } from '../../i18n/i18n.js';
import css from './skeleton.module.css';

/** Holds the place of loading content. It shows after 150 ms: a fast answer never flickers. */
export function Skeleton({ lines = 4, height = 20 }: { lines?: number; height?: number }) {
  const { w } = useI18n();
  return (
    <div className={css['skeleton']} role="status">
      <span className="only-read">{w.loading}</span>
      <svg width="100%" height={lines * (height + 12)} aria-hidden="true">
        {Array.from({ length: lines }, (_, index) => (
          <rect
            key={index}
            y={index * (height + 12)}
            width={index === lines - 1 && lines > 1 ? '62%' : '100%'}
            height={height}
            rx="4"
          />
        ))}
      </svg>
    </div>
  );
}
