import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys, type KeySecret } from '../api/setup/keys.js';
import { Refusal } from '../api/refusals/refusal.js';
import { refusalText } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';

/** Changes keys and reloads the list. `secret`: shown now and never again; a change without one is done at once. */
export function useKeyChange(act: () => Promise<KeySecret | void>, onDone: () => void) {
  const { w } = useI18n();
  const { app } = useApplication();
  const client = useQueryClient();
  const { data, error, mutate, isPending } = useMutation({
    mutationFn: act,
    onSuccess: (answer) => {
      void client.invalidateQueries({ queryKey: keys(app.key).queryKey });
      if (!answer) {
        onDone();
      }
    },
  });
  const refusal = error instanceof Refusal ? error : undefined;
  return {
    run: () => mutate(),
    isPending,
    secret: data ? data.secret : undefined,
    fault: error === null ? undefined : refusalText(refusal, w.state.offline, w.state.serverFault),
  };
}
