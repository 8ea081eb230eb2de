import { useMutation, useQueryClient } from '@tanstack/react-query';
import { passkeys } from '../api/passkeys.js';
import { Refusal } from '../api/refusals/refusal.js';
import { useToast } from '../kit/states/toast.js';
import { refusalText } from '../loading/loaded.js';
import { useI18n } from '../i18n/i18n.js';
import { usePasskeyMessages } from './messages.js';

/**
 * Makes or removes a passkey, and shows the result.
 *
 * @param done  the text after a success
 */
export function usePasskeyChange(change: (subject: string) => Promise<void>, done: string, onDone = (): void => {}) {
  const { w } = useI18n();
  const messages = usePasskeyMessages();
  const client = useQueryClient();
  const notify = useToast();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: passkeys().queryKey });
      notify(done);
      onDone();
    },
    onError: (error) =>
      notify(
        error instanceof Refusal ? refusalText(error, w.state.offline, w.state.serverFault) : messages.failed,
        'bad',
      ),
  });
}
