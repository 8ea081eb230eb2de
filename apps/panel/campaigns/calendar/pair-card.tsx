import { useQuery } from '@tanstack/react-query';
import { audienceWords } from '../../api/audience.js';
import { campaignOverlap, type Compared } from '../../api/calendar.js';
import { draftToOpen } from '../../api/compose/drafts.js';
import { Button } from '../../kit/controls/button.js';
import { Card } from '../../kit/layout/card.js';
import { Facts } from '../../kit/layout/facts.js';
import { Loaded } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { isTargetGroup } from '../../targets/described-target.js';
import type { TargetGroup } from '../../targets/groups.js';
import type { KnownTypes } from '../../targets/lines.js';
import { audienceOf } from '../../targets/written-audience.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './calendar.module.css';
import type { CalendarEntry } from './entries.js';
import { nameOf } from './entry-line.js';
import { useCalendarMessages } from './messages.js';

/** A description without lines, which no user matches. */
const NO_LINES: TargetGroup = { id: 0, mode: 'all', parts: [] };

interface PairCardProps {
  first: CalendarEntry;
  /** Absent while it is not chosen yet. */
  second: CalendarEntry | undefined;
  onEnd: () => void;
}

/** How many users match the audiences of two campaigns; before the second is chosen, what to do. */
export function PairCard({ first, second, onEnd }: PairCardProps) {
  const messages = useCalendarMessages();
  return (
    <Card title={messages.pair} note={messages.pairNote}>
      <div className={css['form']} aria-live="polite">
        {second ? <Pair entries={[first, second]} /> : <p>{messages.pairBegun(nameOf(first, messages.nameless))}</p>}
      </div>
      <div className={css['ways']}>
        <Button onPress={onEnd}>{messages.pairEnd}</Button>
      </div>
    </Card>
  );
}

function Pair({ entries: [first, second] }: { entries: readonly [CalendarEntry, CalendarEntry] }) {
  const { app } = useApplication();
  const vocabulary = useQuery(audienceWords(app.key));
  const drafts = [useDraftBody(first), useDraftBody(second)] as const;
  const messages = useCalendarMessages();
  if (vocabulary.data === undefined || drafts.some(({ isPending }) => isPending)) {
    return <p>{messages.counting}</p>;
  }
  const compared = [
    comparedOf(first, drafts[0].body, vocabulary.data),
    comparedOf(second, drafts[1].body, vocabulary.data),
  ] as const;
  const [earlier, later] = compared;
  return earlier === undefined || later === undefined ? (
    <p>{messages.noAudience}</p>
  ) : (
    <Figures entries={[first, second]} compared={[earlier, later]} />
  );
}

function Figures({
  entries,
  compared,
}: {
  entries: readonly CalendarEntry[];
  compared: readonly [Compared, Compared];
}) {
  const { f } = useI18n();
  const messages = useCalendarMessages();
  const { app } = useApplication();
  const query = useQuery(campaignOverlap(app.key, compared));
  const say = (users: number | null): string => (users === null ? messages.notCounted : f.number(users));
  return (
    <Loaded query={query} skeleton={<p>{messages.counting}</p>}>
      {({ items, both }) => (
        <Facts
          facts={[
            ...entries.map((entry, index) => ({
              name: nameOf(entry, messages.nameless),
              value: say(items[index]?.users ?? null),
            })),
            { name: messages.both, value: say(both) },
          ]}
        />
      )}
    </Loaded>
  );
}

/** The form of a draft; a campaign has none. */
function useDraftBody({ kind, key }: CalendarEntry): { body: object | undefined; isPending: boolean } {
  const { app } = useApplication();
  const isDraft = kind === 'draft';
  const { data, isFetching } = useQuery({ ...draftToOpen(app.key, key), enabled: isDraft });
  return { body: data?.body, isPending: isDraft && data === undefined && isFetching };
}

/** Undefined for a draft whose audience is not described whole. */
function comparedOf({ kind, key }: CalendarEntry, body: object | undefined, types: KnownTypes): Compared | undefined {
  if (kind === 'campaign') {
    return { key: Number(key) };
  }
  const { fields } = (body ?? {}) as { fields?: Record<string, unknown> };
  const { segment, described, lines } = fields ?? {};
  if (typeof segment !== 'string') {
    return undefined;
  }
  const isDescribed = described === true;
  const root = isTargetGroup(lines) ? lines : NO_LINES;
  const target = audienceOf({ segment, described: isDescribed, lines: root }, types);
  return target && { target };
}
