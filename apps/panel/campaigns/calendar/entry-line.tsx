import { CampaignBadge } from '../../widgets/campaign-badge.js';
import { Link } from '../../kit/controls/link.js';
import { Menu } from '../../kit/controls/menu.js';
import { Badge, Mark, type Tone } from '../../kit/layout/badge.js';
import { join } from '../../kit/layout/join.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './calendar.module.css';
import { hourOf, type CalendarEntry } from './entries.js';
import { useCalendarMessages } from './messages.js';

const TONES: Readonly<Record<string, Tone>> = {
  STARTING: 'sent',
  SENDING: 'sent',
  FINISHED: 'sent',
  PAUSED: 'skipped',
  HELD: 'skipped',
  STOPPED: 'failed',
};

/** Actions on an entry. */
export interface EntryTools {
  canMove: (entry: CalendarEntry) => boolean;
  onMove: (entry: CalendarEntry) => void;
  /** Absent: the member may not count. */
  onCompare: ((entry: CalendarEntry) => void) | undefined;
  /** The entry that waits for another one to be compared with. */
  first: CalendarEntry | undefined;
}

interface EntryLineProps {
  entry: CalendarEntry;
  view: 'month' | 'week';
  tools: EntryTools;
}

/** A campaign or a draft of a day, with a menu of what can be done with it. */
export function EntryLine({ entry, view, tools }: EntryLineProps) {
  const { w, f } = useI18n();
  const messages = useCalendarMessages();
  const { app } = useApplication();
  const { key, kind, state, planned, isLocal } = entry;
  const isDraft = kind === 'draft';
  const name = nameOf(entry, messages.nameless);
  return (
    <div className={join(css['entry'], isDraft && css['draft'], tools.first?.id === entry.id && css['chosen'])}>
      <Link
        href={isDraft ? paths.composer(app.key, { draft: key }) : paths.campaign(app.key, key)}
        kind="bare"
        className={css['campaign']}
      >
        <span className={css['first']}>
          <Mark tone={TONES[state] ?? 'waiting'} />
          <span className={css['hour']}>{hourOf(entry)}</span>
          <span className={css['name']}>{name}</span>
        </span>
        {isLocal && <span className={view === 'week' ? css['quiet'] : 'only-read'}>{messages.eachClock}</span>}
        {view === 'week' ? (
          <span className={css['second']}>
            {isDraft ? <Badge tone="waiting">{messages.draft}</Badge> : <CampaignBadge state={state} />}
            {planned !== null && ` ${messages.people(f.compact(planned))}`}
          </span>
        ) : (
          <span className="only-read">{isDraft ? messages.draft : (w.campaigns.states[state] ?? state)}</span>
        )}
      </Link>
      <EntryMenu entry={entry} name={name} tools={tools} />
    </div>
  );
}

function EntryMenu({ entry, name, tools }: { entry: CalendarEntry; name: string; tools: EntryTools }) {
  const messages = useCalendarMessages();
  const { canMove, onMove, onCompare, first } = tools;
  const commands = [
    ...(isMovable(entry, canMove) ? [{ id: 'move', text: messages.move, run: onMove }] : []),
    ...(onCompare && first?.id !== entry.id
      ? [
          {
            id: 'compare',
            text: first ? messages.compareWith(nameOf(first, messages.nameless)) : messages.compare,
            run: onCompare,
          },
        ]
      : []),
  ];
  if (commands.length === 0) {
    return null;
  }
  return (
    <Menu
      label={messages.menuOf(name)}
      trigger="⋯"
      className={css['menu']}
      groups={[
        {
          entries: commands.map(({ id, text }) => ({ id, text, name: text })),
          onChoose: (chosen) => commands.find(({ id }) => id === chosen)?.run(entry),
        },
      ]}
    />
  );
}

/** True for an entry that has not begun, and that the member may move. */
export function isMovable(entry: CalendarEntry, canMove: EntryTools['canMove']): boolean {
  return entry.seen !== null && canMove(entry);
}

/** The name that the entry is shown with. */
export function nameOf({ kind, key, name }: CalendarEntry, nameless: string): string {
  return name !== null && name !== '' ? name : kind === 'draft' ? nameless : key;
}
