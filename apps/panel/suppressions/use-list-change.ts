import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Refusal } from '../api/refusals/refusal.js';
import { allSuppressions } from '../api/users/suppressions.js';
import { refusalText } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';

/** Changes the list and reads it again. `fault` is what the server said against it. */
export function useListChange<T>(change: () => Promise<T>, onDone: (answer: T) => void) {
  const { w } = useI18n();
  const { app } = useApplication();
  const client = useQueryClient();
  const { error, isPending, mutate } = useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      void client.invalidateQueries({ queryKey: allSuppressions(app.key) });
      onDone(answer);
    },
  });
  const refusal = error instanceof Refusal ? error : undefined;
  return {
    run: () => mutate(),
    isPending,
    fault: error === null ? undefined : refusalText(refusal, w.state.offline, w.state.serverFault),
  };
}
