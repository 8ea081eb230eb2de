import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { audiencePreview, lastDuration } from '../api/audience.js';
import type { AudiencePreview } from '../api/types.js';

/** The count of a target, as far as it is there. */
export interface Counting {
  /** The quick count; the earlier number stays until the next one is there. */
  quick: UseQueryResult<AudiencePreview>;
  /** The count of this very target, with its slow clauses once they are counted; undefined: not there yet. */
  preview: AudiencePreview | undefined;
  isStale: boolean;
  /** The slow clauses are not counted yet. */
  waiting:
    | {
        isCounting: boolean;
        fault: string | undefined;
        /** How long the last count of this kind took, in milliseconds. */
        lastMs: number | null;
        onStop: () => void;
        onCount: () => void;
      }
    | undefined;
}

/**
 * Counts the quick clauses at once; slow ones follow in a question of its own, which can be stopped.
 *
 * @param app  key of the application
 */
export function useCount(app: string, target: object, isTyping: boolean): Counting {
  const client = useQueryClient();
  const [stopped, setStopped] = useState<object>();
  const quick = useQuery(audiencePreview(app, target, true));
  const isStale = isTyping || quick.isPlaceholderData;
  const isSlow = quick.data?.users === null && !quick.isPlaceholderData;
  const asking = audiencePreview(app, target, false);
  const whole = useQuery({ ...asking, placeholderData: undefined, enabled: isSlow && stopped !== target });
  const { data: lastMs = null } = useQuery({ ...lastDuration(app, target), enabled: isSlow });
  const found = (isSlow && whole.data) || quick.data;
  return {
    quick,
    preview: isStale ? undefined : found,
    isStale: isStale || whole.isFetching,
    waiting:
      isSlow && whole.data === undefined
        ? {
            isCounting: whole.isFetching,
            fault: whole.error?.message,
            lastMs,
            onStop: () => {
              setStopped(target);
              void client.cancelQueries({ queryKey: asking.queryKey });
            },
            onCount: () => (stopped === target ? setStopped(undefined) : void whole.refetch()),
          }
        : undefined,
  };
}
