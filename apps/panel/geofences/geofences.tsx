import { useQuery } from '@tanstack/react-query';
import { geofences, type Geofence, type GeofenceList } from '../api/setup/geofences.js';
import { useCursor } from '../widgets/use-cursor.js';
import { Button } from '../kit/controls/button.js';
import { SearchField } from '../kit/controls/field.js';
import { Link } from '../kit/controls/link.js';
import { Select } from '../kit/controls/select.js';
import { Card } from '../kit/layout/card.js';
import { Screen, Stack } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { Pages } from '../kit/tables/pages.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { geofencePath } from '../navigation/geofence-path.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { FencePage } from './fence-page.js';
import css from './geofences.module.css';
import { GroupsCard } from './groups-card.js';
import { ImportPage } from './import-page.js';
import { useGeofenceMessages } from './messages.js';

interface GeofencesProps {
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** Geofences: all of them, one (`fence`), or a file of them (`import`). */
export function Geofences(props: GeofencesProps) {
  const { fence, import: isImport } = props.search;
  const leave = (): void => props.setSearch({ fence: undefined, import: undefined });
  if (isImport !== undefined) {
    return <ImportPage onDone={leave} />;
  }
  return fence === undefined ? (
    <List {...props} />
  ) : (
    <FencePage key={fence} fence={fence} onAdded={(id) => props.setSearch({ fence: id })} onRemoved={leave} />
  );
}

function List({ search: { find, group, after }, setSearch }: GeofencesProps) {
  const { w } = useI18n();
  const messages = useGeofenceMessages();
  const { app } = useApplication();
  const query = useQuery(geofences(app.key, { find, group, after }));
  const cursor = useCursor(after, query.data?.next, (next) => setSearch({ after: next }));
  const mayEdit = query.data?.mayEdit === true;
  return (
    <Screen
      title={messages.title}
      subtitle={query.data?.mayEdit === false ? messages.locked : messages.subtitle}
      actions={
        mayEdit && (
          <>
            <Link kind="button" href={geofencePath(app.key, { import: 'file' })}>
              {messages.import}
            </Link>
            <Button kind="primary" onPress={() => setSearch({ fence: 'new' })}>
              {messages.add}
            </Button>
          </>
        )
      }
    >
      <Loaded query={query}>
        {(list) =>
          list.items.length === 0 && find === undefined && group === undefined ? (
            <Card>
              <Empty title={messages.none} help={messages.noneHelp} />
            </Card>
          ) : (
            <Stack>
              <Card isFlush>
                <Filters list={list} find={find} group={group} setSearch={setSearch} />
                {list.items.length === 0 ? (
                  <Empty title={messages.nothing} help={messages.nothingHelp} />
                ) : (
                  <Rows items={list.items} />
                )}
                <Pages names={[w.previous, w.next]} {...cursor} />
              </Card>
              {list.groups.length > 0 && <GroupsCard groups={list.groups} mayEdit={mayEdit} />}
            </Stack>
          )
        }
      </Loaded>
    </Screen>
  );
}

interface FiltersProps {
  list: GeofenceList;
  find: string | undefined;
  group: string | undefined;
  setSearch: GeofencesProps['setSearch'];
}

function Filters({ list: { groups }, find, group, setSearch }: FiltersProps) {
  const messages = useGeofenceMessages();
  return (
    <div className={css['filters']}>
      <SearchField
        label={messages.find}
        value={find ?? ''}
        onChange={(text) => setSearch({ find: text, after: undefined })}
      />
      <Select
        label={messages.group}
        isBare
        value={group ?? ''}
        options={[['', messages.allGroups], ...groups.map(({ name }) => [name, name] as const)]}
        onChange={(name) => setSearch({ group: name, after: undefined })}
      />
    </div>
  );
}

function Rows({ items }: { items: readonly Geofence[] }) {
  const { f } = useI18n();
  const messages = useGeofenceMessages();
  const { app } = useApplication();
  const columns: Column<Geofence>[] = [
    {
      id: 'title',
      name: messages.name,
      isName: true,
      renderCell: ({ id, title }) => <Link href={geofencePath(app.key, { fence: String(id) })}>{title}</Link>,
    },
    {
      id: 'radius',
      name: messages.radius,
      isShort: true,
      renderCell: ({ radius, unit }) => `${f.rate(radius)} ${messages.units[unit]}`,
    },
    {
      id: 'centre',
      name: messages.centre,
      from: 'middle',
      isShort: true,
      renderCell: ({ latitude, longitude }) => `${latitude}, ${longitude}`,
    },
    { id: 'groups', name: messages.groups, from: 'wide', renderCell: ({ groups }) => groups.join(', ') || '–' },
  ];
  return <Table caption={messages.title} columns={columns} rows={items} keyOf={({ id }) => String(id)} />;
}
