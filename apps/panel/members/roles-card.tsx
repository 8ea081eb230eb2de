import { useQuery } from '@tanstack/react-query';
import { roles } from '../api/members.js';
import { Card } from '../kit/layout/card.js';
import { Fold } from '../kit/layout/fold.js';
import { Loaded } from '../loading/loaded.js';
import css from './members.module.css';
import { useMemberMessages } from './messages.js';

/** Lists the permissions of each role, in words. */
export function RolesCard() {
  const messages = useMemberMessages();
  const query = useQuery(roles());
  return (
    <Card title={messages.roles}>
      <Loaded query={query}>
        {({ items }) => (
          <div className={css['roles']}>
            {items.map(({ name, permissions }) => (
              <Fold key={name} title={messages.roleNames[name] ?? name}>
                <ul>
                  {permissions.map((permission) => (
                    <li key={permission}>{messages.permissions[permission] ?? permission}</li>
                  ))}
                </ul>
              </Fold>
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  );
}
