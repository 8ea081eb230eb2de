import type { ReactNode } from 'react';
import { Link as AriaLink } from 'react-aria-components';
import button from './button.module.css';
import { join } from '../layout/join.js';
import css from './link.module.css';

interface LinkProps {
  /** A path of the panel, with its base. */
  href: string;
  /** `text` in a sentence, `bare` around other parts, `button` and `primary` where it looks like one. */
  kind?: 'text' | 'bare' | 'button' | 'primary';
  /** Saves what it leads to under this name. */
  download?: string;
  isCurrent?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** Links to another place. Inside the panel the page is not reloaded. */
export function Link({ kind = 'text', isCurrent = false, className, children, ...rest }: LinkProps) {
  return (
    <AriaLink {...rest} {...(isCurrent && { 'aria-current': 'page' as const })} className={join(look(kind), className)}>
      {children}
    </AriaLink>
  );
}

function look(kind: NonNullable<LinkProps['kind']>): string | undefined {
  switch (kind) {
    case 'button':
      return join(button['button'], button['plain']);
    case 'primary':
      return join(button['button'], button['primary']);
    default:
      return css[kind];
  }
}
