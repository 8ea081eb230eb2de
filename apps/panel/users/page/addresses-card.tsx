import type { UserHead } from '../../api/types.js';
import { Card } from '../../kit/layout/card.js';
import { Facts } from '../../kit/layout/facts.js';
import { useApplication } from '../../session/application.js';
import { useAddressMessages } from '../edit/address-messages.js';
import { CorrectDialog, type AddressCode } from '../edit/correct-dialog.js';
import css from '../look/page.module.css';

const CODES: readonly AddressCode[] = ['email', 'msisdn'];

/** E-mail address and number of a person, which a member with the right corrects. */
export function AddressesCard({ user }: { user: UserHead }) {
  const messages = useAddressMessages();
  const { may } = useApplication();
  const none = may('users.private') ? messages.none : messages.hidden;
  return (
    <Card title={messages.title}>
      <Facts
        facts={CODES.map((code) => ({
          name: messages.names[code],
          value: (
            <span className={css['device']}>
              <span>{user[code] ?? none}</span>
              {may('users.write') && may('users.private') && (
                <CorrectDialog user={user} code={code} present={user[code]} />
              )}
            </span>
          ),
        }))}
      />
    </Card>
  );
}
