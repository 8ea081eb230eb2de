import type { ReactNode } from 'react';
import { ToggleButton } from 'react-aria-components';

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
