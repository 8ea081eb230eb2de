import { useMutation, useQueryClient } from '@tanstack/react-query';
import { passkeys } from '../api/passkeys.js';
import { Refusal } from '../api/refusal.js';
import { useToast } from '../kit/states/toast.js';
import { wordsOf } from '../loading/loaded.js';
import { useSpeech } from '../words/words.js';
import { usePasskeyWords } from './words.js';

/**
 * Makes or removes a passkey, and shows the result.
 *
 * @param done  the text after a success
 */
export function usePasskeyChange(change: (subject: string) => Promise<void>, done: string, onDone = (): void => {}) {
  const { w } = useSpeech();
  const words = usePasskeyWords();
  const client = useQueryClient();
  const tell = useToast();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: passkeys().queryKey });
      tell(done);
      onDone();
    },
    onError: (error) =>
      tell(error instanceof Refusal ? wordsOf(error, w.state.offline, w.state.serverFault) : words.failed, 'bad'),
  });
}
