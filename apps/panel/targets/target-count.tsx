import { useEffect, useState, type ReactNode } from 'react';
import type { AudiencePreview } from '../api/types.js';
import { Button } from '../kit/controls/button.js';
import { Figure } from '../kit/layout/figure.js';
import { Loaded } from '../loading/loaded.js';
import { useI18n } from '../i18n/i18n.js';
import css from './targets.module.css';
import type { Counting } from './use-count.js';
import { useTargetMessages } from './messages.js';

interface TargetCountProps {
  counting: Counting;
  /** The content below the number. */
  children?: (preview: AudiencePreview) => ReactNode;
}

/** How many users a target has, exactly; what takes longer can be stopped. */
export function TargetCount({ counting: { quick, preview, isOld, waiting }, children }: TargetCountProps) {
  return (
    <Loaded query={quick}>
      {(latest) => (
        <div className={css['lines']} aria-busy={isOld} data-old={isOld || undefined}>
          <Total preview={preview ?? latest} isOld={preview === undefined} />
          {waiting && <Waiting {...waiting} />}
          {children?.(preview ?? latest)}
        </div>
      )}
    </Loaded>
  );
}

function Total({ preview: { users, all, asOf }, isOld }: { preview: AudiencePreview; isOld: boolean }) {
  const { f } = useI18n();
  const words = useTargetMessages();
  return (
    <>
      <Figure value={users === null ? '…' : f.number(users)} unit={words.ofAll(f.number(all))} />
      <p className={css['counts']}>
        {isOld ? words.counting : asOf === null ? words.slow : words.exact(f.clock(asOf))}
      </p>
    </>
  );
}

function Waiting({ isCounting, fault, lastMs, onStop, onCount }: NonNullable<Counting['waiting']>) {
  const words = useTargetMessages();
  return (
    <div>
      <p role="status">{isCounting ? words.counting : (fault ?? words.stopped)}</p>
      {isCounting && <Duration lastMs={lastMs} />}
      <Button onPress={isCounting ? onStop : onCount}>{isCounting ? words.stop : words.count}</Button>
    </div>
  );
}

/**
 * Shows the time that it has taken so far. Screen readers read it on demand: announcing each second would drown all
 * else.
 */
function Duration({ lastMs }: { lastMs: number | null }) {
  const { f } = useI18n();
  const words = useTargetMessages();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const startedAt = Date.now();
    const timer = setInterval(() => setSeconds(Math.round((Date.now() - startedAt) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={css['counts']}>
      {seconds > 0 && words.since(f.span(seconds))}{' '}
      {lastMs === null ? words.atMost : words.lastTook(f.span(Math.max(1, Math.round(lastMs / 1000))))}
    </p>
  );
}
