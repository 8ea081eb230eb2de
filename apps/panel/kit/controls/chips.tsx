import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import css from './chips.module.css';

interface ChipsProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
}

/** One of a few, all of them in sight: a filter. */
export function Chips({ label, value, options, onChange }: ChipsProps) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={css['chips']}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={([first]) => first !== undefined && onChange(String(first))}
    >
      {options.map(([id, name]) => (
        <ToggleButton key={id} id={id} className={css['chip']}>
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
