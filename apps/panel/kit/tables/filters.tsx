import { useId, useState, type ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { Button } from '../controls/button.js';
import css from './filters.module.css';
import { join } from '../layout/join.js';

interface FiltersProps {
  /** Content that a phone shows too, such as a search. */
  first?: ReactNode;
  /** Number of filters that are set, shown by a phone while it hides them. */
  active: number;
  className?: string | undefined;
  children: ReactNode;
}

/** Filters of a list. On a phone they fold behind a button, so that the list is in sight. */
export function Filters({ first, active, className, children }: FiltersProps) {
  const { w } = useI18n();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={join(css['filters'], className)}>
      {first}
      <div className={css['fold']}>
        <Button isExpanded={isOpen} controls={id} onPress={() => setOpen(!isOpen)}>
          {w.filters(active)}
        </Button>
      </div>
      <div id={id} className={css['others']} data-open={isOpen || undefined}>
        {children}
      </div>
    </div>
  );
}
