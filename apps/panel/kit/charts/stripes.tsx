import css from './charts.module.css';

/** Failed is striped besides its colour. */
export function Stripes({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" className={css['failed']} />
        <rect width="2.5" height="6" className={css['stripe']} />
      </pattern>
    </defs>
  );
}
