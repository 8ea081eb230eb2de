import { useMutation, useQueryClient } from '@tanstack/react-query';
import { askedUid, revealUser } from '../../api/people.js';
import { queries } from '../../api/queries.js';
import { Refusal } from '../../api/refusals/refusal.js';
import type { UserHead } from '../../api/types.js';
import { Button } from '../../kit/controls/button.js';
import { useToast } from '../../kit/states/toast.js';
import { refusalText } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './edit.module.css';
import { useEditMessages } from './messages.js';

/** Shows hidden values until the page is reloaded. */
export function RevealButton({ user }: { user: UserHead }) {
  const { w } = useI18n();
  const messages = useEditMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const mutation = useMutation({
    mutationFn: () => revealUser(app.key, user.uid),
    onSuccess: (head) => client.setQueryData(queries.user(app.key, askedUid(user)).queryKey, head),
    onError: (error) =>
      notify(refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault), 'bad'),
  });
  return (
    <div className={css['reveal']}>
      <Button isPending={mutation.isPending} onPress={() => mutation.mutate()}>
        {messages.reveal}
      </Button>
      <p className={css['help']}>{messages.revealHelp}</p>
    </div>
  );
}
