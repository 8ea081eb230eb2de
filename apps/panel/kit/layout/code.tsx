import css from './code.module.css';

/** Something as it is stored, in JSON. */
export function Code({ label, value }: { label: string; value: unknown }) {
  return (
    // A box that scrolls is reached by the keyboard too (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={css['code']} tabIndex={0} role="region" aria-label={label}>
      {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
    </pre>
  );
}
