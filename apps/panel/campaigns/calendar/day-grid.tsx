import { type KeyboardEvent, useRef } from 'react';
import type { CampaignTimes } from '../../api/calendar.js';
import { CampaignBadge } from '../../figures/campaign-badge.js';
import { Link } from '../../kit/controls/link.js';
import { Mark, type Tone } from '../../kit/layout/badge.js';
import { join } from '../../kit/layout/join.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useSpeech } from '../../words/words.js';
import css from './calendar.module.css';
import { addDays, addMonths, type Day, localeOf, startOfWeek } from '../../figures/days.js';
import { useCalendarWords } from './words.js';

type Campaign = CampaignTimes['campaigns'][number];

const LAST_OF_WEEK = 6;
/** More than these make a month too high; the week has all of them. */
const SHOWN_IN_MONTH = 4;
const TONES: Readonly<Record<string, Tone>> = {
  STARTING: 'sent',
  SENDING: 'sent',
  FINISHED: 'sent',
  PAUSED: 'skipped',
  HELD: 'skipped',
  STOPPED: 'failed',
};

/** Where a key leads from a day (WAI-ARIA, pattern "Grid"). */
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
  byDay: ReadonlyMap<Day, readonly Campaign[]>;
  zone: string;
  onDay: (day: Day) => void;
}

/** Days with their campaigns. One day takes the focus; keys walk on, and from it Tab leads to its campaigns. */
export function DayGrid({ weeks, view, day, today, byDay, zone, onDay }: DayGridProps) {
  const { language } = useSpeech();
  const words = useCalendarWords();
  const grid = useRef<HTMLTableElement>(null);
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
    <table ref={grid} role="grid" aria-label={words.title} className={join(css['grid'], css[view])} onKeyDown={walk}>
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
                campaigns={byDay.get(date) ?? []}
                zone={zone}
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
  /** Of the month before or after. */
  isOutside: boolean;
  campaigns: readonly Campaign[];
  zone: string;
}

function DayCell({ date, view, isCurrent, isToday, isOutside, campaigns, zone }: DayCellProps) {
  const { language, f } = useSpeech();
  const words = useCalendarWords();
  const { app } = useApplication();
  const shown = view === 'week' ? campaigns : campaigns.slice(0, SHOWN_IN_MONTH);
  const left = campaigns.length - shown.length;
  const long = new Intl.DateTimeFormat(localeOf(language), {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
  const count =
    campaigns.length === 0
      ? words.count.none
      : campaigns.length === 1
        ? words.count.single
        : words.count.some(f.number(campaigns.length));
  return (
    <td
      data-day={date}
      tabIndex={isCurrent ? 0 : -1}
      className={join(isToday && css['today'], isOutside && css['outside'], campaigns.length === 0 && css['free'])}
      {...(isToday && { 'aria-current': 'date' as const })}
    >
      <p className={css['date']}>
        <span className={css['number']} aria-hidden="true">
          {Number(date.slice(-2))}
        </span>
        <span className={css['long']}>{long.format(new Date(date))}</span>
        <span className="only-read">, {[...(isToday ? [words.isToday] : []), count].join(', ')}</span>
      </p>
      <ul className={css['campaigns']}>
        {shown.map((campaign) => (
          <li key={campaign.key}>
            <CampaignEntry campaign={campaign} view={view} zone={zone} />
          </li>
        ))}
        {left > 0 && (
          <li>
            <Link href={paths.calendar(app.key, { view: 'week', day: date })} className={css['more']}>
              {words.more(f.number(left))}
            </Link>
          </li>
        )}
      </ul>
    </td>
  );
}

function CampaignEntry({ campaign, view, zone }: { campaign: Campaign; view: 'month' | 'week'; zone: string }) {
  const { w, f, language } = useSpeech();
  const words = useCalendarWords();
  const { app } = useApplication();
  const { key, name, state, at, planned } = campaign;
  const time = new Intl.DateTimeFormat(localeOf(language), {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
  });
  return (
    <Link href={paths.campaign(app.key, key)} kind="bare" className={css['campaign']}>
      <span className={css['first']}>
        <Mark tone={TONES[state] ?? 'waiting'} />
        <time dateTime={at}>{time.format(new Date(at))}</time>
        <span className={css['name']}>{name ?? key}</span>
      </span>
      {view === 'week' ? (
        <span className={css['second']}>
          <CampaignBadge state={state} /> {words.people(f.compact(planned))}
        </span>
      ) : (
        <span className="only-read">{w.campaigns.states[state] ?? state}</span>
      )}
    </Link>
  );
}
