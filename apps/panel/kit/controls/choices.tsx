import type { ReactNode } from 'react';
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

interface ChoiceButtonProps {
  isChosen: boolean;
  className: string;
  onChoose: () => void;
  children: ReactNode;
  [data: `data-${string}`]: string | undefined;
}

/** One of many that can be chosen. React Aria takes Enter itself: the click that Firefox makes of it was lost at times. */
export function ChoiceButton({ isChosen, onChoose, ...rest }: ChoiceButtonProps) {
  return <ToggleButton {...rest} isSelected={isChosen} onChange={() => onChoose()} />;
}
