import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { canUsePasskeys } from '../api/passkey.js';
import { addPasskey, passkeys, removePasskey, type Passkey } from '../api/passkeys.js';
import { Button } from '../kit/controls/button.js';
import { Field } from '../kit/controls/field.js';
import { Card } from '../kit/layout/card.js';
import { Facts } from '../kit/layout/facts.js';
import { Loaded } from '../loading/loaded.js';
import { useI18n } from '../i18n/i18n.js';
import css from './me.module.css';
import { usePasskeyChange } from './use-passkey-change.js';
import { usePasskeyMessages } from './messages.js';

/** The member's passkeys: which there are, a new one, one less. */
export function PasskeysCard() {
  const messages = usePasskeyMessages();
  const query = useQuery(passkeys());
  return (
    <Card title={messages.title}>
      <div className={css['form']}>
        <Loaded query={query}>
          {({ items }) =>
            items.length === 0 ? (
              <p>
                {messages.none} <span className={css['quiet']}>{messages.noneHelp}</span>
              </p>
            ) : (
              <List items={items} />
            )
          }
        </Loaded>
        {canUsePasskeys() ? <Adding /> : <p className={css['caption']}>{messages.insecure}</p>}
      </div>
    </Card>
  );
}

function List({ items }: { items: readonly Passkey[] }) {
  const { f } = useI18n();
  const messages = usePasskeyMessages();
  const remove = usePasskeyChange(removePasskey, messages.removed);
  return (
    <Facts
      facts={items.map(({ id, name, createdAt, usedAt }) => ({
        name,
        note: `${messages.madeAt(f.day(createdAt))}, ${usedAt === null ? messages.never : messages.usedAt(f.ago(usedAt))}`,
        value: (
          <Button
            label={messages.removeOf(name)}
            isPending={remove.isPending && remove.variables === id}
            onPress={() => remove.mutate(id)}
          >
            {messages.remove}
          </Button>
        ),
      }))}
    />
  );
}

function Adding() {
  const messages = usePasskeyMessages();
  const [name, setName] = useState('');
  const add = usePasskeyChange(addPasskey, messages.added, () => setName(''));
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(name.trim());
      }}
    >
      <Field label={messages.name} help={messages.nameHelp} value={name} onChange={setName} />
      <div className={css['actions']}>
        <Button type="submit" isPending={add.isPending} isDisabled={name.trim() === ''}>
          {messages.add}
        </Button>
      </div>
    </form>
  );
}
