import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.js';
import type { FoundUser } from '../../api/types.js';
import { Button } from '../../kit/controls/button.js';
import { Field } from '../../kit/controls/field.js';
import { Link } from '../../kit/controls/link.js';
import { Select } from '../../kit/controls/select.js';
import { Card } from '../../kit/layout/card.js';
import { Screen } from '../../kit/layout/screen.js';
import { Empty } from '../../kit/states/notice.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { Table } from '../../kit/tables/table.js';
import { Loaded } from '../../loading/loaded.js';
import { peoplePaths } from '../../navigation/people-paths.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './find-users.module.css';
import { useFindMessages } from './messages.js';

type Way = 'extId' | 'email' | 'msisdn' | 'wpNumber' | 'whatsappId' | 'token' | 'installationId' | 'messageId';

interface FindUsersProps {
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** Finds a person by an exact value: look-ups are hashed, so a part of a value finds none. */
export function FindUsers({ search, setSearch }: FindUsersProps) {
  const { w } = useI18n();
  const messages = useFindMessages();
  const { app, may } = useApplication();
  const by = search['by'] ?? 'extId';
  const value = search['value'] ?? '';
  const [way, setWay] = useState(by);
  const [text, setText] = useState(value);
  const query = useQuery(queries.foundUsers(app.key, by, value));
  return (
    <Screen
      title={w.users.title}
      actions={
        <>
          {may('users.read') && (
            <Link kind="button" href={peoplePaths.suppressions(app.key)}>
              {messages.suppressions}
            </Link>
          )}
          {may('users.erase') && (
            <Link kind="button" href={peoplePaths.erasures(app.key)}>
              {messages.erasures}
            </Link>
          )}
          {may('users.import') && (
            <Link kind="button" href={paths.imports(app.key)}>
              {messages.imports}
            </Link>
          )}
        </>
      }
    >
      <Card>
        <form
          className={css['form']}
          onSubmit={(event) => {
            event.preventDefault();
            setSearch({ by: way, value: text.trim() });
          }}
        >
          <Select
            label={messages.by}
            value={way}
            options={Object.entries(messages.ways) as [Way, string][]}
            onChange={setWay}
          />
          <Field label={messages.value} value={text} onChange={setText} help={messages.valueHelp} />
          <Button kind="primary" type="submit">
            {messages.find}
          </Button>
        </form>
      </Card>
      <Card isFlush={value !== ''}>
        {value === '' ? (
          <Empty title={messages.ask} help={messages.askHelp} />
        ) : (
          <Loaded
            query={query}
            skeleton={
              <div className={css['inset']}>
                <Skeleton lines={2} height={28} />
              </div>
            }
          >
            {({ items }) =>
              items.length === 0 ? (
                <Empty title={messages.noUsers} help={messages.noUsersHelp(value)} />
              ) : (
                <FoundUsers items={items} />
              )
            }
          </Loaded>
        )}
      </Card>
    </Screen>
  );
}

function FoundUsers({ items }: { items: readonly FoundUser[] }) {
  const { w } = useI18n();
  const { app } = useApplication();
  return (
    <Table
      caption={w.users.title}
      rows={items}
      keyOf={({ uid }) => uid}
      columns={[
        {
          id: 'user',
          name: w.campaign.user,
          isName: true,
          renderCell: ({ uid, extId, names }) =>
            extId === null ? uid : <Link href={paths.user(app.key, uid)}>{names ?? extId}</Link>,
        },
        { id: 'extId', name: 'extId', from: 'middle', renderCell: ({ extId }) => extId ?? '–' },
        {
          id: 'devices',
          name: w.users.devices,
          isNumber: true,
          renderCell: ({ devices }) => (devices === null ? '–' : w.users.devicesOf(devices)),
        },
      ]}
    />
  );
}
