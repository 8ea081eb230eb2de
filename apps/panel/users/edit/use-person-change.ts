import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queries } from '../../api/queries.js';
import { Refusal } from '../../api/refusals/refusal.js';
import { askedUid } from '../../api/people.js';
import type { UserHead } from '../../api/types.js';
import { refusalText } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';

/**
 * Does something to a person. `fault` is what the server said against it.
 *
 * @param isGone  whether the person is there no more afterwards: everything read of it is forgotten
 */
export function usePersonChange<T>(
  user: UserHead,
  { change, onDone, isGone = false }: { change: () => Promise<T>; onDone: (answer: T) => void; isGone?: boolean },
) {
  const { w } = useI18n();
  const { app } = useApplication();
  const client = useQueryClient();
  const { error, isPending, mutate } = useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      const { queryKey } = queries.user(app.key, askedUid(user));
      onDone(answer);
      if (isGone) {
        client.removeQueries({ queryKey });
      } else {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
  return {
    isPending,
    run: () => mutate(),
    fault:
      error === null
        ? undefined
        : refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault),
  };
}
