import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.js';
import { useCursor } from '../../widgets/use-cursor.js';
import { Chips } from '../../kit/controls/chips.js';
import { Card } from '../../kit/layout/card.js';
import { Empty } from '../../kit/states/notice.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { Pages } from '../../kit/tables/pages.js';
import { Loaded } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { usePersonMessages } from '../messages.js';
import css from '../look/page.module.css';
import { TimelineEntry } from './timeline-entry.js';

interface TimelineProps {
  uid: string;
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** Shows all events of a person, the newest first. The address has the filter. */
export function Timeline({ uid, search, setSearch }: TimelineProps) {
  const { w } = useI18n();
  const p = usePersonMessages();
  const { app } = useApplication();
  const { after, group } = search;
  const query = useQuery(queries.timeline(app.key, uid, { group, after }));
  const cursor = useCursor(after, query.data?.next, (next) => setSearch({ after: next }));
  return (
    <Card isFlush>
      <div className={css['head']}>
        <h2>{p.timeline}</h2>
        <Chips
          label={p.filter}
          value={group ?? ''}
          options={Object.entries(p.groups)}
          onChange={(chosen) => setSearch({ group: chosen === '' ? undefined : chosen, after: undefined })}
        />
      </div>
      <Loaded
        query={query}
        skeleton={
          <div className={css['inset']}>
            <Skeleton lines={8} height={28} />
          </div>
        }
      >
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={group === undefined ? p.none : p.noneOf} help={p.noneHelp} />
          ) : (
            <>
              <ol>
                {items.map((item, index) => (
                  <TimelineEntry key={`${item.at} ${item.kind} ${index}`} uid={uid} item={item} />
                ))}
              </ol>
              <Pages names={[w.campaigns.newer, w.campaigns.older]} {...cursor} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
