import { useQuery } from '@tanstack/react-query';
import { segmentOverviews } from '../../api/segments/segments.js';
import type { SegmentOverview } from '../../api/types.js';
import { Link } from '../../kit/controls/link.js';
import { Card } from '../../kit/layout/card.js';
import { Screen } from '../../kit/layout/screen.js';
import { Empty } from '../../kit/states/notice.js';
import { Table, type Column } from '../../kit/tables/table.js';
import { Loaded } from '../../loading/loaded.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { SegmentPage } from './segment-page.js';
import { SegmentState } from './segment-state.js';
import { useSegmentsMessages } from './messages.js';

/** The segments of an application, or one of them. @param segment  its id */
export function Segments({ segment }: { segment: string | undefined }) {
  return segment === undefined ? <SegmentList /> : <SegmentPage key={segment} id={segment} />;
}

function SegmentList() {
  const messages = useSegmentsMessages();
  const { app } = useApplication();
  const describe = (
    <Link kind="button" href={paths.audience(app.key)}>
      {messages.describe}
    </Link>
  );
  return (
    <Screen
      title={messages.title}
      trail={<Link href={paths.audience(app.key)}>{messages.audience}</Link>}
      subtitle={messages.subtitle}
      actions={describe}
    >
      <Card isFlush>
        <Loaded query={useQuery(segmentOverviews(app.key))}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title={messages.none} help={messages.noneHelp} />
            ) : (
              <SegmentTable items={items} />
            )
          }
        </Loaded>
      </Card>
    </Screen>
  );
}

function SegmentTable({ items }: { items: readonly SegmentOverview[] }) {
  const { f } = useI18n();
  const messages = useSegmentsMessages();
  const { app } = useApplication();
  const columns: Column<SegmentOverview>[] = [
    {
      id: 'name',
      name: messages.name,
      isName: true,
      renderCell: ({ id, name }) => <Link href={paths.segments(app.key, id)}>{name}</Link>,
    },
    {
      id: 'users',
      name: messages.users,
      isNumber: true,
      renderCell: ({ users, calculatedAt }) => (calculatedAt === null ? messages.notCounted : f.number(users)),
    },
    {
      id: 'calculated',
      name: messages.calculated,
      isShort: true,
      from: 'middle',
      renderCell: ({ calculatedAt }) => (calculatedAt === null ? messages.never : f.ago(calculatedAt)),
    },
    { id: 'state', name: messages.state, renderCell: (segment) => <SegmentState of={segment} /> },
    { id: 'uses', name: messages.usedBy, from: 'middle', renderCell: ({ uses }) => describeUses(uses, messages) },
  ];
  return <Table caption={messages.title} columns={columns} rows={items} keyOf={({ id }) => id} />;
}

function describeUses(uses: SegmentOverview['uses'], messages: ReturnType<typeof useSegmentsMessages>): string {
  const campaigns = uses.filter(({ kind }) => kind === 'campaign').length;
  const drafts = uses.length - campaigns;
  return uses.length === 0
    ? messages.unused
    : [
        ...(campaigns > 0 ? [messages.campaigns(campaigns)] : []),
        ...(drafts > 0 ? [messages.drafts(drafts)] : []),
      ].join(', ');
}
