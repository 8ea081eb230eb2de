import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { canUsePasskeys } from '../api/passkey.js';
import { addPasskey, passkeys } from '../api/passkeys.js';
import { Button } from '../kit/controls/button.js';
import { Card } from '../kit/layout/card.js';
import { useI18n } from '../i18n/i18n.js';
import css from './me.module.css';
import { usePasskeyChange } from './use-passkey-change.js';
import { usePasskeyMessages } from './messages.js';

/**
 * Offers a passkey to a member who came by a link, has none, and whose device can make one. It shows until it is
 * dismissed.
 *
 * @param isShown  false on screens for other work
 */
export function PasskeyOffer({ isShown }: { isShown: boolean }) {
  const { f } = useI18n();
  const messages = usePasskeyMessages();
  const [isOver, setIsOver] = useState(false);
  const { data } = useQuery({ ...passkeys(), enabled: canUsePasskeys() });
  const add = usePasskeyChange(addPasskey, messages.added, () => setIsOver(true));
  if (!isShown || isOver || data === undefined || !data.possible || data.items.length > 0) {
    return null;
  }
  return (
    <Card title={messages.offer} className={css['offer']}>
      <p>{messages.offerHelp}</p>
      <div className={css['actions']}>
        <Button onPress={() => setIsOver(true)}>{messages.later}</Button>
        <Button
          kind="primary"
          isPending={add.isPending}
          onPress={() => add.mutate(messages.nameOf(f.day(new Date().toISOString())))}
        >
          {messages.add}
        </Button>
      </div>
    </Card>
  );
}
