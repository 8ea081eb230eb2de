import { useMutation, useQueryClient } from '@tanstack/react-query';
import { members } from '../api/members.js';
import { Refusal } from '../api/refusals/refusal.js';
import { refusalText } from '../loading/loaded.js';
import { useI18n } from '../i18n/i18n.js';

/** Changes members and reads the list again. `fault` is what the server said against it. */
export function useMemberChange<T>(change: () => Promise<T>, onDone: (answer: T) => void) {
  const { w } = useI18n();
  const client = useQueryClient();
  const { error, ...mutation } = useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      void client.invalidateQueries({ queryKey: members().queryKey });
      onDone(answer);
    },
  });
  const refusal = error instanceof Refusal ? error : undefined;
  return {
    isPending: mutation.isPending,
    run: () => mutation.mutate(),
    fault: error === null ? undefined : refusalText(refusal, w.state.offline, w.state.serverFault),
  };
}
