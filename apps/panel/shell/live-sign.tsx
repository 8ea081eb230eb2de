import { Icon } from '../kit/layout/icon.js';
import { useLiveState } from '../session/live.js';
import { useSpeech } from '../words/words.js';
import css from './live-sign.module.css';

/** Says that changes do not arrive; while they do it says nothing. A reader is told when it changes, not each number. */
export function LiveSign() {
  const { w } = useSpeech();
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
