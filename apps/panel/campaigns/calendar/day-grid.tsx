import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Link } from '../../kit/controls/link.js';
import { join } from '../../kit/layout/join.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './calendar.module.css';
import { addDays, addMonths, type Day, localeOf, startOfWeek } from '../../widgets/days.js';
import type { CalendarEntry } from './entries.js';
import { EntryLine, isMovable, type EntryTools } from './entry-line.js';
import { useCalendarMessages } from './messages.js';

const LAST_OF_WEEK = 6;
/** More than these make a month too high; the week has all of them. */
const SHOWN_IN_MONTH = 4;

/** The day that each key leads to (WAI-ARIA, pattern "Grid"). */
const STEPS: Readonly<Record<string, (day: Day) => Day>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -LAST_OF_WEEK - 1),
  ArrowDown: (day) => addDays(day, LAST_OF_WEEK + 1),
  Home: startOfWeek,
  End: (day) => addDays(startOfWeek(day), LAST_OF_WEEK),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

interface DayGridProps {
  weeks: readonly (readonly Day[])[];
  view: 'month' | 'week';
  /** The day that the keyboard stands on. */
  day: Day;
  today: Day;
  byDay: ReadonlyMap<Day, readonly CalendarEntry[]>;
  tools: EntryTools;
  onDay: (day: Day) => void;
  /** An entry was dragged to another day. */
  onDrop: (entry: CalendarEntry, day: Day) => void;
}

/** Days with their campaigns. One day takes the focus; keys walk on, and from it Tab leads to its campaigns. */
export function DayGrid({ weeks, view, day, today, byDay, tools, onDay, onDrop }: DayGridProps) {
  const { language } = useI18n();
  const messages = useCalendarMessages();
  const grid = useRef<HTMLTableElement>(null);
  const [dragged, setDragged] = useState<CalendarEntry | undefined>(undefined);
  const weekday = new Intl.DateTimeFormat(localeOf(language), { timeZone: 'UTC', weekday: 'short' });
  const walk = (event: KeyboardEvent<HTMLTableElement>): void => {
    const step = STEPS[event.key];
    if (step === undefined || !(event.target instanceof HTMLTableCellElement)) {
      return;
    }
    event.preventDefault();
    const next = step(day);
    onDay(next);
    // The day may be one of a month that is drawn with the next frame.
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus());
  };
  return (
    // A table whose days are walked through by keys (WAI-ARIA, pattern "Grid").
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
    <table ref={grid} role="grid" aria-label={messages.title} className={join(css['grid'], css[view])} onKeyDown={walk}>
      <thead>
        <tr>
          {weeks[0]?.map((date) => (
            <th key={date} scope="col">
              {weekday.format(new Date(date))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((date) => (
              <DayCell
                key={date}
                date={date}
                view={view}
                isCurrent={date === day}
                isToday={date === today}
                isOutside={view === 'month' && date.slice(0, -2) !== day.slice(0, -2)}
                entries={byDay.get(date) ?? []}
                tools={tools}
                dragged={dragged}
                onDrag={setDragged}
                onDrop={onDrop}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayCellProps {
  date: Day;
  view: 'month' | 'week';
  isCurrent: boolean;
  isToday: boolean;
  /** True for a day of the month before or after. */
  isOutside: boolean;
  entries: readonly CalendarEntry[];
  tools: EntryTools;
  /** The entry that is dragged over the days now. */
  dragged: CalendarEntry | undefined;
  onDrag: (entry: CalendarEntry | undefined) => void;
  onDrop: (entry: CalendarEntry, day: Day) => void;
}

function DayCell({ date, view, isCurrent, isToday, isOutside, entries, tools, dragged, onDrag, onDrop }: DayCellProps) {
  const { language, f } = useI18n();
  const messages = useCalendarMessages();
  const { app } = useApplication();
  const [isOver, setIsOver] = useState(false);
  const shown = view === 'week' ? entries : entries.slice(0, SHOWN_IN_MONTH);
  const left = entries.length - shown.length;
  const long = new Intl.DateTimeFormat(localeOf(language), {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
  const count =
    entries.length === 0
      ? messages.count.none
      : entries.length === 1
        ? messages.count.single
        : messages.count.some(f.number(entries.length));
  const take = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    onDrag(undefined);
    if (dragged) {
      onDrop(dragged, date);
    }
  };
  return (
    <td
      data-day={date}
      {...(dragged && {
        onDragOver: (event: DragEvent) => {
          event.preventDefault();
          setIsOver(true);
        },
        onDragLeave: () => setIsOver(false),
        onDrop: take,
      })}
      tabIndex={isCurrent ? 0 : -1}
      className={join(
        isToday && css['today'],
        isOutside && css['outside'],
        entries.length === 0 && css['free'],
        isOver && css['over'],
      )}
      {...(isToday && { 'aria-current': 'date' as const })}
    >
      <p className={css['date']}>
        <span className={css['number']} aria-hidden="true">
          {Number(date.slice(-2))}
        </span>
        <span className={css['long']}>{long.format(new Date(date))}</span>
        <span className="only-read">, {[...(isToday ? [messages.isToday] : []), count].join(', ')}</span>
      </p>
      <ul className={css['campaigns']}>
        {shown.map((entry) => (
          <li
            key={entry.id}
            {...(isMovable(entry, tools.canMove) && {
              draggable: true,
              onDragStart: () => onDrag(entry),
              onDragEnd: () => onDrag(undefined),
            })}
          >
            <EntryLine entry={entry} view={view} tools={tools} />
          </li>
        ))}
        {left > 0 && (
          <li>
            <Link href={paths.calendar(app.key, { view: 'week', day: date })} className={css['more']}>
              {messages.more(f.number(left))}
            </Link>
          </li>
        )}
      </ul>
    </td>
  );
}
