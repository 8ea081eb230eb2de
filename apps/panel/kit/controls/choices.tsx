import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import css from './chips.module.css';

interface ChoicesProps {
  label: string;
  values: readonly string[];
  options: readonly (readonly [value: string, name: string])[];
  onChange: (values: string[]) => void;
}

/** Any number of a few, all of them in sight. */
export function Choices({ label, values, options, onChange }: ChoicesProps) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={css['chips']}
      selectionMode="multiple"
      selectedKeys={values}
      onSelectionChange={(keys) => onChange([...keys].map(String))}
    >
      {options.map(([id, name]) => (
        <ToggleButton key={id} id={id} className={css['chip']}>
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
