import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ownUsersOf, removeOwnUser, type OwnUser } from '../api/compose/own-users.js';
import { Refusal } from '../api/refusals/refusal.js';
import { Button } from '../kit/controls/button.js';
import { Select } from '../kit/controls/select.js';
import { Card } from '../kit/layout/card.js';
import { Facts } from '../kit/layout/facts.js';
import { useToast } from '../kit/states/toast.js';
import { Loaded, refusalText } from '../loading/loaded.js';
import { useMe } from '../session/session-gate.js';
import { useI18n } from '../i18n/i18n.js';
import css from './me.module.css';
import { CodeForm } from './code-form.js';
import { useOwnUserMessages } from './own-user-messages.js';

const NEEDED = ['campaigns.write', 'users.read'];

/** Devices that tests of the member go to, for each application in which it may write campaigns. */
export function OwnUsersCard() {
  const messages = useOwnUserMessages();
  const { apps } = useMe();
  const usable = apps.filter(({ permissions }) => NEEDED.every((permission) => permissions.includes(permission)));
  const [chosen, setChosen] = useState<string>();
  const app = usable.find(({ key }) => key === chosen) ?? usable[0];
  if (app === undefined) {
    return null;
  }
  return (
    <Card title={messages.title}>
      <div className={css['form']}>
        <p className={css['quiet']}>{messages.help}</p>
        {usable.length > 1 && (
          <Select
            label={messages.app}
            value={app.key}
            options={usable.map(({ key, name }) => [key, name] as const)}
            onChange={setChosen}
          />
        )}
        <OwnUsers key={app.key} app={app.key} />
      </div>
    </Card>
  );
}

function OwnUsers({ app }: { app: string }) {
  const messages = useOwnUserMessages();
  const query = useQuery(ownUsersOf(app));
  return (
    <>
      <Loaded query={query}>
        {({ items }) => (items.length === 0 ? <p>{messages.none}</p> : <List app={app} items={items} />)}
      </Loaded>
      <CodeForm app={app} />
    </>
  );
}

function List({ app, items }: { app: string; items: readonly OwnUser[] }) {
  const { w, f } = useI18n();
  const messages = useOwnUserMessages();
  const client = useQueryClient();
  const notify = useToast();
  const remove = useMutation({
    mutationFn: (uid: string) => removeOwnUser(app, uid),
    onSuccess: () => {
      notify(messages.removed);
      return client.invalidateQueries({ queryKey: ownUsersOf(app).queryKey });
    },
    onError: (error) =>
      notify(refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault), 'bad'),
  });
  return (
    <Facts
      facts={items.map(({ user: { uid, extId, devices }, provedAt }) => ({
        name: extId ?? uid,
        note: `${messages.devices(devices ?? 0)}, ${messages.provedAt(f.day(provedAt))}`,
        value: (
          <Button
            label={messages.removeOf(extId ?? uid)}
            isPending={remove.isPending && remove.variables === uid}
            onPress={() => remove.mutate(uid)}
          >
            {messages.remove}
          </Button>
        ),
      }))}
    />
  );
}
