import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { campaignTimes } from '../../api/calendar.js';
import { openDrafts } from '../../api/compose/drafts.js';
import { useZone } from '../../session/use-zone.js';
import { Button } from '../../kit/controls/button.js';
import { Chips } from '../../kit/controls/chips.js';
import { Link } from '../../kit/controls/link.js';
import { Icon } from '../../kit/layout/icon.js';
import { Card } from '../../kit/layout/card.js';
import { Screen } from '../../kit/layout/screen.js';
import { Loaded } from '../../loading/loaded.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './calendar.module.css';
import { DayGrid } from './day-grid.js';
import { entriesOf, onDay, type CalendarEntry } from './entries.js';
import type { EntryTools } from './entry-line.js';
import { MoveDialog, type BegunMove } from './move-dialog.js';
import { PairCard } from './pair-card.js';
import { addDays, addMonths, type Day, dayOf, localeOf, readDay, weeksOf } from '../../widgets/days.js';
import { useCalendarMessages } from './messages.js';

const DAYS_OF_WEEK = 7;

interface CalendarProps {
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** When campaigns left and will leave, by the days of the member's own zone. */
export function Calendar({ search, setSearch }: CalendarProps) {
  const { w, language } = useI18n();
  const messages = useCalendarMessages();
  const { app, may } = useApplication();
  const client = useQueryClient();
  const zone = useZone();
  const [moving, setMoving] = useState<BegunMove | undefined>(undefined);
  const [pair, setPair] = useState<readonly CalendarEntry[]>([]);
  const [openedAt] = useState(() => new Date());
  const today = dayOf(openedAt, zone);
  const view = search['view'] === 'week' ? 'week' : 'month';
  const day = readDay(search['day'], today);
  const weeks = weeksOf(day, view);
  // No zone is more than a day away from the same day in UTC.
  const query = useQuery(campaignTimes(app.key, `${addDays(weeks[0]?.[0] ?? day, -1)}T00:00:00.000Z`));
  const drafts = useQuery({ ...openDrafts(app.key), enabled: may('campaigns.write') });
  const endMove = (): void => {
    setMoving(undefined);
    // A refused move means that another member moved the entry.
    void client.invalidateQueries({ queryKey: [app.key, 'campaigns', 'calendar'] });
    void client.invalidateQueries({ queryKey: openDrafts(app.key).queryKey });
  };
  const [first, second] = pair;
  const canMove = ({ kind }: CalendarEntry): boolean => may(kind === 'draft' ? 'campaigns.write' : 'campaigns.send');
  const tools: EntryTools = {
    canMove,
    onMove: (entry) => setMoving({ entry, at: entry.at }),
    onCompare: may('audience.count') ? (entry) => setPair(first && !second ? [first, entry] : [entry]) : undefined,
    first: second ? undefined : first,
  };
  const show = (next: Day): void => setSearch({ day: next === today ? undefined : next });
  const move = (steps: number): void =>
    show(view === 'week' ? addDays(day, steps * DAYS_OF_WEEK) : addMonths(day, steps));
  const name = new Intl.DateTimeFormat(localeOf(language), {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
    ...(view === 'week' && { day: 'numeric' }),
  });
  const monday = new Date(weeks[0]?.[0] ?? day);
  const sunday = new Date(weeks.at(-1)?.at(-1) ?? day);
  return (
    <Screen
      title={messages.title}
      trail={<Link href={paths.campaigns(app.key)}>{w.campaigns.title}</Link>}
      subtitle={messages.zone(zone)}
      actions={
        <Chips
          label={messages.view}
          value={view}
          options={[
            ['month', messages.month],
            ['week', messages.week],
          ]}
          onChange={(value) => setSearch({ view: value === 'week' ? 'week' : undefined })}
        />
      }
    >
      <div className={css['bar']}>
        <h2 className={css['period']} aria-live="polite">
          {view === 'week' ? name.formatRange(monday, sunday) : name.format(new Date(day))}
        </h2>
        <div className={css['ways']}>
          <Button label={messages.before} onPress={() => move(-1)}>
            <Icon name="left" />
          </Button>
          <Button onPress={() => show(today)}>{messages.today}</Button>
          <Button label={messages.after} onPress={() => move(1)}>
            <Icon name="right" />
          </Button>
        </div>
      </div>
      {first && <PairCard first={first} second={second} onEnd={() => setPair([])} />}
      <Card isFlush>
        <Loaded query={query}>
          {({ campaigns, isCut }) => {
            const byDay = entriesOf(campaigns, drafts.data?.items ?? [], zone);
            return (
              <>
                {!weeks.flat().some((date) => byDay.has(date)) && <p className={css['note']}>{messages.none}</p>}
                <DayGrid
                  weeks={weeks}
                  view={view}
                  day={day}
                  today={today}
                  byDay={byDay}
                  tools={tools}
                  onDay={show}
                  onDrop={(entry, to) => setMoving({ entry, at: onDay(entry, to) })}
                />
                {isCut && <p className={css['note']}>{messages.cut}</p>}
              </>
            );
          }}
        </Loaded>
      </Card>
      {moving && <MoveDialog move={moving} onClose={endMove} />}
    </Screen>
  );
}
