import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Refusal } from '../api/refusals/refusal.js';
import {
  revealSuppressions,
  suppressions,
  suppressionsCsv,
  type Suppression,
  type SuppressionChannel,
  type SuppressionFilter,
  type SuppressionList,
} from '../api/users/suppressions.js';
import { FindForm } from '../widgets/finding/find-form.js';
import { SaveFile } from '../widgets/saving/save-file.js';
import { useCursor } from '../widgets/use-cursor.js';
import { Button } from '../kit/controls/button.js';
import { Chips } from '../kit/controls/chips.js';
import { Link } from '../kit/controls/link.js';
import { Select } from '../kit/controls/select.js';
import { Card } from '../kit/layout/card.js';
import { Screen } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { useToast } from '../kit/states/toast.js';
import { Pages } from '../kit/tables/pages.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded, refusalText } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { AddDialog } from './add-dialog.js';
import { ReleaseDialog } from './release-dialog.js';
import css from './suppressions.module.css';
import { useSuppressionMessages } from './messages.js';

const CHANNELS: readonly SuppressionChannel[] = ['email', 'sms', 'whatsapp', 'chat'];

interface SuppressionsProps {
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** Addresses that nothing is sent to. An address that is looked for stays out of the address of the page. */
export function Suppressions({ search, setSearch }: SuppressionsProps) {
  const { w } = useI18n();
  const messages = useSuppressionMessages();
  const { app, may } = useApplication();
  const [address, setAddress] = useState<string>();
  const channel = CHANNELS.find((name) => name === search['channel']) ?? 'email';
  const { reason, after } = search;
  const filter = address === undefined ? { channel, reason, after } : { channel, address };
  const query = useQuery(suppressions(app.key, filter));
  const cursor = useCursor(after, query.data?.next, (next) => setSearch({ after: next }));
  const isFiltered = reason !== undefined || address !== undefined;
  return (
    <Screen
      title={messages.title}
      trail={<Link href={paths.users(app.key)}>{w.users.title}</Link>}
      subtitle={messages.subtitle}
      actions={may('users.write') && <AddDialog channel={channel} />}
    >
      <Card isFlush>
        <div className={css['filters']}>
          <Chips
            label={messages.channel}
            value={channel}
            options={Object.entries(messages.channels)}
            onChange={(chosen) => {
              setAddress(undefined);
              setSearch({ channel: chosen, after: undefined });
            }}
          />
          <Select
            label={messages.reason}
            isBare
            value={reason ?? ''}
            options={[['', messages.allReasons], ...Object.entries(messages.reasons)]}
            onChange={(chosen) => {
              setAddress(undefined);
              setSearch({ reason: chosen === '' ? undefined : chosen, after: undefined });
            }}
          />
          <FindForm key={channel} label={messages.findAddress} labels={messages} found={address} onFind={setAddress} />
        </div>
        <Loaded query={query}>
          {(list) =>
            list.items.length === 0 ? (
              <Empty
                title={isFiltered ? messages.nothing : messages.none}
                help={address === undefined ? messages.noneHelp : messages.nothingHelp}
              />
            ) : (
              <>
                <List channel={channel} items={list.items} />
                <Foot list={list} filter={filter} />
                {address === undefined && <Pages names={[w.previous, w.next]} {...cursor} />}
              </>
            )
          }
        </Loaded>
      </Card>
    </Screen>
  );
}

function List({ channel, items }: { channel: SuppressionChannel; items: readonly Suppression[] }) {
  const { f } = useI18n();
  const messages = useSuppressionMessages();
  const { may } = useApplication();
  const columns: Column<Suppression>[] = [
    {
      id: 'address',
      name: messages.address,
      isName: true,
      renderCell: ({ address, hint, forgotten, detail }) => (
        <span className={css['name']}>
          {address ?? hint ?? (forgotten ? messages.forgotten : messages.hidden)}
          {detail !== null && <span className={css['quiet']}>{detail}</span>}
        </span>
      ),
    },
    { id: 'reason', name: messages.reason, renderCell: ({ reason }) => messages.reasons[reason] },
    {
      id: 'since',
      name: messages.since,
      isShort: true,
      from: 'middle',
      renderCell: ({ addedAt }) => f.moment(addedAt),
    },
  ];
  const act: Column<Suppression> = {
    id: 'actions',
    name: messages.actions,
    isShort: true,
    renderCell: (item) => <ReleaseDialog channel={channel} item={item} />,
  };
  return (
    <Table
      caption={messages.title}
      columns={may('users.write') ? [...columns, act] : columns}
      rows={items}
      keyOf={({ id }) => id}
    />
  );
}

/** Offers actions on the shown page. */
function Foot({ list, filter }: { list: SuppressionList; filter: SuppressionFilter }) {
  const { w } = useI18n();
  const messages = useSuppressionMessages();
  const { app, may } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const reveal = useMutation({
    mutationFn: () => revealSuppressions(app.key, filter),
    onSuccess: (shown) => client.setQueryData(suppressions(app.key, filter).queryKey, shown),
    onError: (error) =>
      notify(refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault), 'bad'),
  });
  const isRevealed = !list.masked || !may('users.private');
  const isSaved = may('users.export') && may('users.private') && filter.address === undefined;
  return isRevealed && !isSaved ? null : (
    <div className={css['foot']}>
      {!isRevealed && (
        <>
          <Button isPending={reveal.isPending} onPress={() => reveal.mutate()}>
            {messages.reveal}
          </Button>
          <p className={css['quiet']}>{messages.revealHelp}</p>
        </>
      )}
      {isSaved && (
        <SaveFile
          label={messages.save}
          source={suppressionsCsv(app.key, filter)}
          name={`suppressions-${filter.channel}.csv`}
        />
      )}
    </div>
  );
}
