import { useQuery } from '@tanstack/react-query';
import { sections, setupFile, undefinedEvents, type Section, type UndefinedEvent } from '../api/setup/sections.js';
import { Link } from '../kit/controls/link.js';
import { Badge } from '../kit/layout/badge.js';
import { Card } from '../kit/layout/card.js';
import { Screen } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './look/setup.module.css';
import { useSetupMessages } from './messages.js';
import { RecommendedCard } from './recommended-card.js';

/** The application file, section by section, and the events that it lacks. */
export function Setup() {
  const messages = useSetupMessages();
  const { app, may } = useApplication();
  return (
    <Screen
      title={messages.title}
      subtitle={messages.subtitle}
      actions={
        may('setup.write') && (
          <Link kind="button" href={setupFile(app.key)} download={`${app.key}.yaml`}>
            {messages.file}
          </Link>
        )
      }
    >
      <Loaded query={useQuery(sections(app.key))}>
        {({ items }) => (
          <>
            <RecommendedCard items={items} />
            <Card isFlush>
              <Sections items={withPages(items, may('users.read'))} />
            </Card>
          </>
        )}
      </Loaded>
      <Card title={messages.unmatched} note={messages.unmatchedNote} isFlush>
        <Loaded query={useQuery(undefinedEvents(app.key))}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title={messages.noUnmatched} help={messages.noUnmatchedHelp} />
            ) : (
              <UndefinedEvents items={items} />
            )
          }
        </Loaded>
      </Card>
    </Screen>
  );
}

/** The brand is a part of the settings, and a page of its own; testers and texts of definitions are in no file. */
function withPages(
  items: readonly Section[],
  seesTesters: boolean,
): (Omit<Section, 'section'> & { section: string })[] {
  const settings = items.find(({ section }) => section === 'settings');
  return [
    ...(settings ? [{ ...settings, section: 'brand' }] : []),
    ...[...(seesTesters ? ['testers'] : []), 'block-uses', 'translations'].map((section) => ({
      section,
      entries: null,
      lastChange: null,
      mayEdit: true,
    })),
    ...items,
  ];
}

function Sections({ items }: { items: ReturnType<typeof withPages> }) {
  const { f } = useI18n();
  const messages = useSetupMessages();
  const { app } = useApplication();
  const columns: Column<(typeof items)[number]>[] = [
    {
      id: 'section',
      name: messages.section,
      isName: true,
      renderCell: ({ section, mayEdit }) => (
        <span className={css['lines']}>
          <span className={css['change']}>
            <Link href={paths.section(app.key, section)}>{messages.sections[section] ?? section}</Link>
            {!mayEdit && <Badge tone="quiet">{messages.fileOnly}</Badge>}
          </span>
          <span className={css['quiet']}>{messages.about[section]}</span>
        </span>
      ),
    },
    {
      id: 'entries',
      name: messages.entries,
      isNumber: true,
      isShort: true,
      renderCell: ({ entries }) => (entries === null ? '–' : f.number(entries)),
    },
    {
      id: 'change',
      name: messages.lastChange,
      from: 'middle',
      renderCell: ({ lastChange }) =>
        lastChange === null ? (
          '–'
        ) : (
          <span className={css['change']}>
            {messages.changed(lastChange.by.name, f.ago(lastChange.at))}
            {lastChange.isFile && <Badge tone="quiet">{messages.fromFile}</Badge>}
          </span>
        ),
    },
  ];
  return <Table caption={messages.title} columns={columns} rows={items} keyOf={({ section }) => section} />;
}

function UndefinedEvents({ items }: { items: readonly UndefinedEvent[] }) {
  const { f } = useI18n();
  const messages = useSetupMessages();
  const { app } = useApplication();
  const columns: Column<UndefinedEvent>[] = [
    {
      id: 'name',
      name: messages.event,
      isName: true,
      renderCell: ({ name, attribute }) => (
        <span className={css['lines']}>
          {attribute === null ? name : messages.attributeOf(attribute, name)}
          {attribute !== null && <span className={css['quiet']}>{messages.unknownAttribute}</span>}
        </span>
      ),
    },
    {
      id: 'attributes',
      name: messages.attributes,
      from: 'middle',
      renderCell: ({ attributes }) =>
        attributes.map(({ code, dataType }) => `${code}: ${dataType}`).join(', ') || messages.noAttributes,
    },
    { id: 'count', name: messages.fired, isNumber: true, isShort: true, renderCell: ({ count }) => f.number(count) },
    { id: 'last', name: messages.last, isShort: true, from: 'middle', renderCell: ({ lastAt }) => f.ago(lastAt) },
    {
      id: 'define',
      name: messages.actions,
      isShort: true,
      renderCell: ({ name, attribute }) => (
        <Link href={paths.section(app.key, 'events', { define: name, attribute: attribute ?? undefined })}>
          {messages.define}
          <span className="only-read"> {name}</span>
        </Link>
      ),
    },
  ];
  return (
    <Table
      caption={messages.unmatched}
      columns={columns}
      rows={items}
      keyOf={({ name, attribute }) => `${name} ${attribute ?? ''}`}
    />
  );
}
