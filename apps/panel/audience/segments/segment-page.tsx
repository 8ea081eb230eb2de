import { useQuery } from '@tanstack/react-query';
import { editedSegment, segmentOverviews } from '../../api/segments/segments.js';
import type { SegmentOverview } from '../../api/types.js';
import { DayColumns } from '../../kit/charts/day-columns.js';
import { Link } from '../../kit/controls/link.js';
import { Card } from '../../kit/layout/card.js';
import { Figure } from '../../kit/layout/figure.js';
import { Columns, Screen, Stack } from '../../kit/layout/screen.js';
import { Empty } from '../../kit/states/notice.js';
import { Loaded } from '../../loading/loaded.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from '../audience.module.css';
import { TagCard } from '../../taggings/tag-card.js';
import { RemoveSegment } from './remove-segment.js';
import { SegmentState } from './segment-state.js';
import { SegmentTarget } from './segment-target.js';
import { UseList } from './use-list.js';
import { useSegmentsMessages } from './messages.js';

/** Shows one segment: its size over time, its uses, and its target. */
export function SegmentPage({ id }: { id: string }) {
  const messages = useSegmentsMessages();
  const { app } = useApplication();
  const query = useQuery(segmentOverviews(app.key));
  const segment = query.data?.items.find((item) => item.id === id);
  return (
    <Screen
      title={segment?.name ?? messages.title}
      trail={<Link href={paths.segments(app.key)}>{messages.title}</Link>}
      badge={segment && <SegmentState of={segment} />}
    >
      <Loaded query={query}>
        {() => (segment ? <Parts segment={segment} /> : <Empty title={messages.missing} help={messages.missingHelp} />)}
      </Loaded>
    </Screen>
  );
}

function Parts({ segment }: { segment: SegmentOverview }) {
  const { f } = useI18n();
  const messages = useSegmentsMessages();
  const { app, may } = useApplication();
  const { users, calculatedAt, reason, sizes, uses } = segment;
  const canWrite = may('audience.write');
  const edited = useQuery({ ...editedSegment(app.key, segment.id), enabled: canWrite });
  return (
    <Columns>
      <Card title={messages.who}>
        {canWrite ? (
          <Loaded query={edited}>{(target) => <SegmentTarget key={target.base} segment={target} />}</Loaded>
        ) : (
          <p className={css['quiet']}>{messages.forbidden}</p>
        )}
      </Card>
      <Stack>
        <Card title={messages.size} note={messages.sizeNote}>
          <div className={css['rows']}>
            {calculatedAt !== null && <Figure value={f.number(users)} unit={messages.users} />}
            <p className={css['quiet']}>
              {calculatedAt === null ? messages.noSize : messages.asOf(f.ago(calculatedAt))}
            </p>
            {reason !== null && <p className={css['empty']}>{reason}</p>}
            {sizes.length > 0 && (
              <DayColumns
                title={messages.size}
                days={sizes.map(({ day, users: n }) => ({ day, parts: [{ tone: 'sent', name: messages.users, n }] }))}
              />
            )}
          </div>
        </Card>
        <Card title={messages.uses}>
          <div className={css['rows']}>
            <p className={css['quiet']}>{uses.length === 0 ? messages.breaksNothing : messages.usesHelp}</p>
            <UseList uses={uses} />
            {edited.data?.mayEdit === true && (
              <div>
                <RemoveSegment segment={segment} />
              </div>
            )}
          </div>
        </Card>
        {may('users.import') && calculatedAt !== null && <TagCard target={{ segment: [segment.name] }} />}
      </Stack>
    </Columns>
  );
}
