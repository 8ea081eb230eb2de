import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { join } from '../layout/join.js';
import css from './button.module.css';

export interface ButtonProps {
  /** One primary button to a screen; `plain` beside it; `quiet` without a border; `danger` for what cannot be undone. */
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  type?: 'button' | 'submit';
  /** Its name, where it shows a picture alone. */
  label?: string;
  /** Under way: it keeps its place and takes no second press. */
  isPending?: boolean;
  isDisabled?: boolean;
  onPress?: () => void;
  /** State and part of a button that opens and closes a part of the page. */
  isExpanded?: boolean;
  controls?: string;
  /** React Aria's name of a part: `close` inside a dialog. */
  slot?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A button, named by what it will do. */
export function Button({
  kind = 'plain',
  type = 'button',
  label,
  isExpanded,
  controls,
  isPending = false,
  onPress,
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <AriaButton
      {...rest}
      // React Aria announces the end of a pending state by the button's id, which a finished dialog does not have any more.
      type={isPending ? 'button' : type}
      {...(isPending && { 'aria-disabled': true, 'data-pending': true })}
      {...(label !== undefined && { 'aria-label': label })}
      {...(isExpanded !== undefined && { 'aria-expanded': isExpanded })}
      {...(controls !== undefined && { 'aria-controls': controls })}
      {...(onPress && !isPending && { onPress: () => onPress() })}
      className={join(css['button'], css[kind], className)}
    >
      {children}
    </AriaButton>
  );
}
