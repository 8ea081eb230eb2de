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
export function TargetCount({ counting: { quick, preview, isStale, waiting }, children }: TargetCountProps) {
  return (
    <Loaded query={quick}>
      {(latest) => (
        <div className={css['lines']} aria-busy={isStale} data-old={isStale || undefined}>
          <Total preview={preview ?? latest} isStale={preview === undefined} />
          {waiting && <Waiting {...waiting} />}
          {children?.(preview ?? latest)}
        </div>
      )}
    </Loaded>
  );
}

function Total({ preview: { users, all, asOf }, isStale }: { preview: AudiencePreview; isStale: boolean }) {
  const { f } = useI18n();
  const messages = useTargetMessages();
  return (
    <>
      <Figure value={users === null ? '…' : f.number(users)} unit={messages.ofAll(f.number(all))} />
      <p className={css['counts']}>
        {isStale ? messages.counting : asOf === null ? messages.slow : messages.exact(f.clock(asOf))}
      </p>
    </>
  );
}

function Waiting({ isCounting, fault, lastMs, onStop, onCount }: NonNullable<Counting['waiting']>) {
  const messages = useTargetMessages();
  return (
    <div>
      <p role="status">{isCounting ? messages.counting : (fault ?? messages.stopped)}</p>
      {isCounting && <Duration lastMs={lastMs} />}
      <Button onPress={isCounting ? onStop : onCount}>{isCounting ? messages.stop : messages.count}</Button>
    </div>
  );
}

/**
 * Shows the time that it has taken so far. Screen readers read it on demand: announcing each second would drown all
 * else.
 */
function Duration({ lastMs }: { lastMs: number | null }) {
  const { f } = useI18n();
  const messages = useTargetMessages();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const startedAt = Date.now();
    const timer = setInterval(() => setSeconds(Math.round((Date.now() - startedAt) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={css['counts']}>
      {seconds > 0 && messages.since(f.span(seconds))}{' '}
      {lastMs === null ? messages.atMost : messages.lastTook(f.span(Math.max(1, Math.round(lastMs / 1000))))}
    </p>
  );
}
