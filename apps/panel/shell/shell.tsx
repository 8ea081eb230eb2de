import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Application } from '../api/types.js';
import { Button } from '../kit/controls/button.js';
import { Sheet } from '../kit/controls/dialog.js';
import { Icon } from '../kit/layout/icon.js';
import { useI18n } from '../i18n/i18n.js';
import { AccountMenu } from './account-menu.js';
import { ApplicationSwitch } from './application-switch.js';
import { Finder } from './finder.js';
import { LiveSign } from './live-sign.js';
import { Rail } from './rail.js';
import css from './shell.module.css';

interface ShellProps {
  apps: readonly Application[];
  /** The application of the address. */
  app: Application | undefined;
  /** Path of the page, to mark the place in the rail. */
  path: string;
  /** The server is of a newer build than this page. */
  isOutdated: boolean;
  children: ReactNode;
}

const CONTENT = 'content';
/** `/panel/apps/shop/campaigns/1234`: what follows is a view of the same thing, which leaves the focus where it is. */
const SCREEN_DEPTH = 6;

/** Frames every screen: places at the left, application and member above. */
export function Shell({ apps, app, path, isOutdated, children }: ShellProps) {
  const { w } = useI18n();
  const [isOpen, setIsOpen] = useState(false);
  const [openedAt, setOpenedAt] = useState(path);
  // The sheet of a small window closes when it led somewhere.
  if (openedAt !== path) {
    setOpenedAt(path);
    setIsOpen(false);
  }
  const screen = path.split('/').slice(0, SCREEN_DEPTH).join('/');
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current !== screen) {
      shown.current = screen;
      document.getElementById(CONTENT)?.focus({ preventScroll: true });
    }
  }, [screen]);
  return (
    <div className={css['shell']}>
      <a className={css['skip']} href={`#${CONTENT}`}>
        {w.skip}
      </a>
      <header className={css['bar']}>
        <Button kind="quiet" label={w.nav.open} className={css['menu']} onPress={() => setIsOpen(true)}>
          <Icon name="menu" />
        </Button>
        <span className={css['brand']}>
          <span className={css['mark']} aria-hidden="true" />
          <span className={css['name']}>{w.product}</span>
        </span>
        {app && <ApplicationSwitch apps={apps} app={app} />}
        <span className={css['space']} />
        <LiveSign />
        {app && <Finder app={app} />}
        <AccountMenu />
      </header>
      <div className={css['rail']}>
        <Rail app={app} path={path} />
      </div>
      <Sheet label={w.nav.label} isOpen={isOpen} onOpenChange={setIsOpen}>
        <Rail app={app} path={path} />
      </Sheet>
      <main id={CONTENT} tabIndex={-1} className={css['main']}>
        {isOutdated && (
          <div className={css['news']} role="status">
            <p>{w.state.newBuild}</p>
            <Button onPress={() => location.reload()}>{w.state.reload}</Button>
          </div>
        )}
        {children}
      </main>
    </div>
  );
}
