import css from './tick.module.css';

interface TickProps {
  /** Read out: the row or choice that it belongs to. */
  label: string;
  isTicked: boolean;
  onChange: (isTicked: boolean) => void;
}

/** A box that is ticked, such as of a row. */
export function Tick({ label, isTicked, onChange }: TickProps) {
  return (
    <label className={css['tick']}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isTicked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
