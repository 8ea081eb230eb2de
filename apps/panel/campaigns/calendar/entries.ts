import type { CampaignTimes } from '../../api/calendar.js';
import type { ListedDraft } from '../../api/compose/drafts.js';
import type { Day } from '../../widgets/days.js';
import { instantOf, localOf, readWall, wallOf } from '../../widgets/times/zoned-time.js';

/** States of campaigns that have not begun, and so can be moved. */
const AHEAD = ['SCHEDULED', 'HELD'];
/** The length of a server's time in minutes. */
const WALL_LENGTH = 'yyyy-MM-ddTHH:mm'.length;

/**
 * An entry of a day: a campaign, or a draft with a time.
 *
 * @property id  unique across both kinds, for the address
 * @property at  as a field of date and time takes it, by the clock of the member, or of each person where it `isLocal`
 * @property seen  the state that the server sent, for a move; null: it cannot be moved
 * @property version  of a draft, sent with its save
 * @property planned  null: not known yet
 */
export interface CalendarEntry {
  id: string;
  kind: 'campaign' | 'draft';
  key: string;
  name: string | null;
  state: string;
  at: string;
  isLocal: boolean;
  seen: string | null;
  version: number;
  planned: number | null;
}

/** @param zone  IANA name */
export function entriesOf(
  campaigns: CampaignTimes['campaigns'],
  drafts: readonly ListedDraft[],
  zone: string,
): Map<Day, CalendarEntry[]> {
  const entries = [
    ...campaigns.map((campaign) => entryOfCampaign(campaign, zone)),
    ...drafts.flatMap((draft) => entryOfDraft(draft, zone)),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
  return Map.groupBy(entries, ({ at }) => at.slice(0, 'yyyy-MM-dd'.length));
}

function entryOfCampaign(campaign: CampaignTimes['campaigns'][number], zone: string): CalendarEntry {
  const { key, name, state, at, localTime, dueAt, planned } = campaign;
  const isAhead = AHEAD.includes(state);
  const isLocal = isAhead && localTime !== null;
  return {
    id: key,
    kind: 'campaign',
    key,
    name,
    state,
    at: isLocal ? localTime.slice(0, WALL_LENGTH) : localOf(at, zone),
    isLocal,
    seen: isAhead ? (localTime ?? dueAt) : null,
    version: 0,
    planned,
  };
}

/** Its time is by the clock of whoever reads it, as in the composer. One that this clock does not show is on no day. */
function entryOfDraft({ id, name, at, isLocal, version }: ListedDraft, zone: string): CalendarEntry[] {
  const isShown = at !== null && (isLocal ? readWall(at) : instantOf(at, zone)) !== undefined;
  return isShown
    ? [{ id: `d${id}`, kind: 'draft', key: id, name, state: 'DRAFT', at, isLocal, seen: at, version, planned: null }]
    : [];
}

/** Moves an entry to another day, at its time of the clock. */
export function onDay({ at }: CalendarEntry, day: Day): string {
  return day + wallOf(at).slice(day.length);
}

/** Hours and minutes as the clock shows them. */
export function hourOf({ at }: CalendarEntry): string {
  return wallOf(at).slice('yyyy-MM-ddT'.length);
}
