import { useEffect, type ReactNode } from 'react';
import css from './screen.module.css';

interface ScreenProps {
  title: string;
  /** Above the title: where this is. */
  trail?: ReactNode;
  /** Beside the title, such as a state. */
  badge?: ReactNode;
  /** Below the title, one line. */
  subtitle?: ReactNode;
  /** At the right: one primary button at most. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page with its title, which names the window too and is where a reader arrives. */
export function Screen({ title, trail, badge, subtitle, actions, children }: ScreenProps) {
  useEffect(() => {
    document.title = `${title} · Herald`;
  }, [title]);
  return (
    <div className={css['screen']}>
      <header className={css['head']}>
        <div className={css['titles']}>
          {trail !== undefined && <p className={css['trail']}>{trail}</p>}
          <div className={css['line']}>
            <h1>{title}</h1>
            {badge}
          </div>
          {subtitle !== undefined && <p className={css['subtitle']}>{subtitle}</p>}
        </div>
        {actions !== undefined && <div className={css['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** Cards beside each other where there is space, below each other where not. */
export function Columns({ kind = 'even', children }: { kind?: 'even' | 'narrow-wide' | 'wide'; children: ReactNode }) {
  return <div className={css[kind]}>{children}</div>;
}

/** Cards below each other. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={css['stack']}>{children}</div>;
}
