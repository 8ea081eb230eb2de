import { useQuery } from '@tanstack/react-query';
import { homeQueries, type HomeFailures } from '../../api/home/home.js';
import { Link } from '../../kit/controls/link.js';
import { Card } from '../../kit/layout/card.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { Loaded } from '../../loading/loaded.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { platformName } from '../../widgets/platform-names.js';
import { useReasonNames } from '../../widgets/reason-messages.js';
import css from '../look/home.module.css';
import { useSupportMessages } from './messages.js';
import { PeopleSearch } from './people-search.js';

/** The search of people, and the latest messages that failed with their reasons. */
export function Support() {
  const messages = useSupportMessages();
  const { app } = useApplication();
  const failures = useQuery(homeQueries.failures(app.key));
  return (
    <>
      <Card title={messages.find}>
        <p className={css['quiet']}>{messages.findHelp}</p>
        <PeopleSearch label={messages.find} />
        <p className={css['more']}>
          <Link kind="button" href={paths.users(app.key)}>
            {messages.open}
          </Link>
        </p>
      </Card>
      <Card title={messages.failures} note={messages.failuresNote}>
        <Loaded query={failures} skeleton={<Skeleton lines={6} />}>
          {({ items }) => <Failures items={items} />}
        </Loaded>
      </Card>
    </>
  );
}

function Failures({ items }: HomeFailures) {
  const { w, f } = useI18n();
  const messages = useSupportMessages();
  const { app } = useApplication();
  const nameOf = useReasonNames();
  return items.length === 0 ? (
    <p className={css['quiet']}>{messages.none}</p>
  ) : (
    <ul className={css['lines']}>
      {items.map(({ uid, extId, platform, reason, key, title, at }, index) => (
        <li key={index} className={css['line']}>
          <p className={css['head']}>
            {uid === null ? messages.anonymous : <Link href={paths.user(app.key, uid)}>{extId ?? uid}</Link>}
            <span>{f.moment(at)}</span>
          </p>
          <p>{reason === null ? messages.unknown : nameOf(reason)}</p>
          <p className={css['caption']}>
            {platformName(platform, w)} ·{' '}
            {key === null ? (
              (title ?? messages.message)
            ) : (
              <Link href={paths.campaign(app.key, key)}>{title ?? key}</Link>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
