import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Refusal } from '../api/refusals/refusal.js';
import { useI18n } from '../i18n/i18n.js';
import { refusalText } from './loaded.js';

export interface Change {
  run: () => void;
  isPending: boolean;
  /** The refusal of the server. */
  fault: string | undefined;
  /** The refusal of this field of the request. */
  faultOf: (path: string) => string | undefined;
}

/**
 * Changes something at the server, and reloads the queries that show it.
 *
 * @param outdated  keys of queries that the change makes stale
 */
export function useChange<T>(
  change: () => Promise<T>,
  outdated: readonly (readonly unknown[])[],
  onDone: (answer: T) => void,
): Change {
  const { w } = useI18n();
  const client = useQueryClient();
  const { error, isPending, mutate } = useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      for (const queryKey of outdated) {
        void client.invalidateQueries({ queryKey });
      }
      onDone(answer);
    },
  });
  const refusal = error instanceof Refusal ? error : undefined;
  return {
    run: () => mutate(),
    isPending,
    fault: error === null ? undefined : refusalText(refusal, w.state.offline, w.state.serverFault),
    faultOf: (path) => refusal?.problems.find((problem) => problem.path === path)?.text,
  };
}
