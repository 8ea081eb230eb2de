import { useQuery } from '@tanstack/react-query';
import { accounts } from '../api/setup/accounts.js';
import { Screen, Stack } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { Loaded } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { AccountCard } from './account-card.js';
import { useAccountMessages } from './messages.js';

/** Lists every account of the providers; accounts that cannot send come first. */
export function Accounts() {
  const messages = useAccountMessages();
  const { app } = useApplication();
  const query = useQuery(accounts(app.key));
  return (
    <Screen title={messages.title} subtitle={messages.subtitle}>
      <Loaded query={query}>
        {({ accounts: list }) =>
          list.length === 0 ? (
            <Empty title={messages.none} help={messages.noneHelp} />
          ) : (
            <Stack>
              {list
                .toSorted((a, b) => Number(b.stop !== undefined) - Number(a.stop !== undefined))
                .map((account) => (
                  <AccountCard key={account.account} account={account} />
                ))}
            </Stack>
          )
        }
      </Loaded>
    </Screen>
  );
}
