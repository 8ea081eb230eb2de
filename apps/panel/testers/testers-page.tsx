import { useQuery } from '@tanstack/react-query';
import { testersOf } from '../api/compose/tests.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Screen, Stack } from '../kit/layout/screen.js';
import { Denied } from '../kit/states/notice.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useSetupMessages } from '../setup/messages.js';
import { useTesterMessages } from './messages.js';
import { TestersList } from './testers-list.js';
import css from './testers.module.css';

/** The users who get tests, as a part of the set-up. */
export function TestersPage() {
  const messages = useTesterMessages();
  const setup = useSetupMessages();
  const { app, may } = useApplication();
  const query = useQuery({ ...testersOf(app.key), enabled: may('users.read') });
  return (
    <Screen
      title={messages.title}
      trail={<Link href={paths.setup(app.key)}>{setup.title}</Link>}
      subtitle={messages.subtitle}
    >
      {may('users.read') ? (
        <Stack>
          <Card title={messages.title}>
            <Loaded query={query}>
              {({ items }) =>
                may('users.write') ? (
                  <TestersList testers={items} />
                ) : (
                  <div className={css['rows']}>
                    <p className={css['quiet']}>{messages.locked}</p>
                    {items.length === 0 && <p>{messages.none}</p>}
                    {items.map(({ uid, extId, names }) => (
                      <p key={uid}>{[extId, names].filter((part) => part !== null).join(' · ')}</p>
                    ))}
                  </div>
                )
              }
            </Loaded>
          </Card>
          <p className={css['quiet']}>
            {messages.own} <Link href={paths.me()}>{messages.toOwn}</Link>
          </p>
        </Stack>
      ) : (
        <Denied text={messages.forbidden} />
      )}
    </Screen>
  );
}
