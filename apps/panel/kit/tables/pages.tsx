import { Button } from '../controls/button.js';
import { Icon } from '../layout/icon.js';
import css from './pages.module.css';

interface PagesProps {
  /** Names of the two ways, such as newer and older. */
  names: readonly [before: string, after: string];
  /** Absent at the first page. */
  onBefore?: (() => void) | undefined;
  /** Absent at the last page. */
  onAfter?: (() => void) | undefined;
}

/** The way through pages that know only what follows (keyset). Nothing is shown where there is one page. */
export function Pages({ names: [before, after], onBefore, onAfter }: PagesProps) {
  return onBefore === undefined && onAfter === undefined ? null : (
    <div className={css['pages']}>
      <Button isDisabled={onBefore === undefined} onPress={() => onBefore?.()}>
        <Icon name="left" />
        {before}
      </Button>
      <Button isDisabled={onAfter === undefined} onPress={() => onAfter?.()}>
        {after}
        <Icon name="right" />
      </Button>
    </div>
  );
}
