import { Icon } from '../kit/layout/icon.js';
import { useLiveState } from '../session/live.js';
import { useI18n } from '../i18n/i18n.js';
import css from './live-sign.module.css';

/** Warns when changes do not arrive. A screen reader announces a change of the state, not each number. */
export function LiveSign() {
  const { w } = useI18n();
  const state = useLiveState();
  return (
    <span role="status" className={css['sign']}>
      {state === 'stale' && (
        <>
          <Icon name="away" />
          {w.state.staleShort}
        </>
      )}
    </span>
  );
}
