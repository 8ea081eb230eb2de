import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Refusal } from '../api/refusal.js';
import { useSpeech } from '../words/words.js';
import { wordsOf } from './loaded.js';

export interface Change {
  run: () => void;
  isPending: boolean;
  /** The refusal of the server. */
  fault: string | undefined;
  /** The same where it names this field of the request. */
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
  const { w } = useSpeech();
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
    fault: error === null ? undefined : wordsOf(refusal, w.state.offline, w.state.serverFault),
    faultOf: (path) => refusal?.problems.find((problem) => problem.path === path)?.text,
  };
}
