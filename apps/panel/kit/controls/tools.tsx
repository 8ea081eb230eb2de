import type { ReactNode } from 'react';
import { ToggleButton, Toolbar } from 'react-aria-components';
import { join } from '../layout/join.js';
import button from './button.module.css';
import css from './tools.module.css';

interface ToolsProps {
  label: string;
  className?: string;
  /** One of them got the focus. */
  onFocus?: () => void;
  children: ReactNode;
}

/** Tools of something that is written: one stop for Tab, and arrows between them. */
export function Tools({ label, className, onFocus, children }: ToolsProps) {
  return (
    <Toolbar aria-label={label} className={className ?? ''}>
      <div className={css['row']} onFocus={onFocus}>
        {children}
      </div>
    </Toolbar>
  );
}

interface ToolProps {
  /** Its name: it shows a picture alone. */
  label: string;
  isOn: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** A tool that is on or off. A press by mouse leaves the focus where it is written. */
export function Tool({ label, isOn, onPress, children }: ToolProps) {
  return (
    <ToggleButton
      aria-label={label}
      isSelected={isOn}
      onChange={onPress}
      preventFocusOnPress
      className={join(button['button'], button['quiet'], css['tool'])}
    >
      {children}
    </ToggleButton>
  );
}
