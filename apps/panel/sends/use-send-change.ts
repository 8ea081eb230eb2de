import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Refusal } from '../api/refusals/refusal.js';
import { sendsKey, type Send } from '../api/sends/sends.js';
import { useToast } from '../kit/states/toast.js';
import { refusalText } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';

/** Changes a send, shows a notice, and reloads it, also after a refusal, because the shown state is stale then. */
export function useSendChange<T>(
  change: (asked: T) => Promise<Send>,
  doneOf: (asked: T) => string,
): { run: (asked: T) => void; isPending: boolean } {
  const { w } = useI18n();
  const { app } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const { isPending, mutate } = useMutation({
    mutationFn: change,
    onSuccess: (_, asked) => notify(doneOf(asked)),
    onError: (error) =>
      notify(refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault), 'bad'),
    onSettled: () => void client.invalidateQueries({ queryKey: sendsKey(app.key) }),
  });
  return { run: (asked) => mutate(asked), isPending };
}
