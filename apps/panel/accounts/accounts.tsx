import { useQuery } from '@tanstack/react-query';
import { accounts } from '../api/setup/accounts.js';
import { Link } from '../kit/controls/link.js';
import { Screen, Stack } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { AccountCard } from './account-card.js';
import { useAccountMessages } from './messages.js';

/** Lists every account of the providers; accounts that cannot send come first. */
export function Accounts() {
  const messages = useAccountMessages();
  const { app, may } = useApplication();
  const mayConnect = may('setup.write') && may('accounts.write');
  const connect = mayConnect && (
    <Link kind="button" href={paths.section(app.key, 'channels')}>
      {messages.connect}
    </Link>
  );
  const query = useQuery(accounts(app.key));
  return (
    <Screen title={messages.title} subtitle={messages.subtitle} actions={query.data?.accounts.length !== 0 && connect}>
      <Loaded query={query}>
        {({ accounts: list }) =>
          list.length === 0 ? (
            <Empty title={messages.none} help={mayConnect ? messages.noneHelp : messages.noneYet} action={connect} />
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
