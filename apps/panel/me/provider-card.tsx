import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { goToProvider } from '../api/commands.js';
import { disconnectProvider, providerAccount } from '../api/passkeys.js';
import { withProof } from '../api/passkey.js';
import { Refusal } from '../api/refusals/refusal.js';
import { Button } from '../kit/controls/button.js';
import { Card } from '../kit/layout/card.js';
import { useToast } from '../kit/states/toast.js';
import { refusalText } from '../loading/loaded.js';
import { useI18n } from '../i18n/i18n.js';
import css from './me.module.css';
import { useProviderMessages } from './messages.js';

/** The member's account of the OpenID Connect provider. Without a provider there is nothing to show. */
export function ProviderCard() {
  const { w } = useI18n();
  const messages = useProviderMessages();
  const client = useQueryClient();
  const notify = useToast();
  const { data } = useQuery(providerAccount());
  const onError = (error: Error): void =>
    notify(
      error instanceof Refusal ? refusalText(error, w.state.offline, w.state.serverFault) : w.state.serverFault,
      'bad',
    );
  const connect = useMutation({ mutationFn: () => withProof(() => goToProvider('me/oidc/connect')), onError });
  const remove = useMutation({
    mutationFn: disconnectProvider,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: providerAccount().queryKey });
      notify(messages.removed);
    },
    onError,
  });
  if (typeof data?.provider !== 'string') {
    return null;
  }
  return (
    <Card title={messages.title(data.provider)}>
      <div className={css['form']}>
        <p>{data.connected ? messages.connected : messages.none}</p>
        <div className={css['actions']}>
          {data.connected ? (
            <Button isPending={remove.isPending} onPress={() => remove.mutate()}>
              {messages.remove}
            </Button>
          ) : (
            <Button isPending={connect.isPending} onPress={() => connect.mutate()}>
              {messages.connect}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}
