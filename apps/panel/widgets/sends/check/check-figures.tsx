import type { CampaignCheck } from '../../../api/compose/check.js';
import { Facts, type Fact } from '../../../kit/layout/facts.js';
import { Figure } from '../../../kit/layout/figure.js';
import { useI18n } from '../../../i18n/i18n.js';
import { platformName } from '../../platform-names.js';
import { useReasonNames } from '../../reason-messages.js';
import css from '../sends.module.css';
import { useSendMessages } from '../messages.js';
import type { BlankFilling } from './blank-places.js';
import { CheckBlanks } from './check-blanks.js';
import { CheckSamples } from './check-samples.js';
import { CheckWarnings, type CheckPlace } from './check-warnings.js';
import { countReached } from './is-blocked.js';
import { useCheckMessages } from './messages.js';

/** Shorter durations are not worth a line. */
const MINUTE = 60;
/** The server counts no more recipients a second time, right before they are sent to. */
const COUNTED_AGAIN = 200_000;

interface CheckFiguresProps {
  /** Key of the application. */
  app: string;
  check: CampaignCheck;
  /** The member may find people. */
  canSeePeople: boolean;
  /** Goes to the part that a warning is about, where it is on the same page. */
  onPlace?: (place: CheckPlace) => void;
  filling?: BlankFilling;
}

/** Shows the reach, the surprises for the sender, and the excluded users by reason. */
export function CheckFigures({ app, check, canSeePeople, onPlace, filling }: CheckFiguresProps) {
  const { w, f } = useI18n();
  const messages = useSendMessages();
  const checkMessages = useCheckMessages();
  const reasonOf = useReasonNames();
  const {
    planned,
    users,
    people,
    platforms,
    leftOut,
    examined,
    seconds,
    startsAt,
    approvals,
    limitedBy,
    warnings,
    blanks,
  } = check;
  const reached = countReached(check);
  const skipped = platforms.flatMap((platform) =>
    [...platform.skipped, ...platform.failed].map(({ reason, n }) => ({
      name: reasonOf(reason),
      note: platformName(platform.platform, w),
      value: f.number(n),
    })),
  );
  const lacking = platforms.flatMap(({ platform, missing, examined: ofThem }) =>
    missing.map(({ name, n }) => ({
      name,
      note: platformName(platform, w),
      value: checkMessages.ofThem(f.number(n), f.percent(n / Math.max(1, ofThem))),
    })),
  );
  return (
    <>
      <Figure value={f.number(reached)} unit={`${messages.planned(reached)} ${messages.ofUsers(users)}`} />
      {people < users && <p className={css['quiet']}>{messages.arePeople(people)}</p>}
      {planned > COUNTED_AGAIN && <p className={css['quiet']}>{messages.goesByCheck(f.number(COUNTED_AGAIN))}</p>}
      {reached === 0 && <p className={css['warning']}>{messages.noUsers}</p>}
      {startsAt !== null && <p>{messages.startsAt(f.moment(startsAt))}</p>}
      {seconds !== null && seconds >= MINUTE && (
        <p>
          {messages.takes(f.span(Math.ceil(seconds / MINUTE) * MINUTE))}{' '}
          {limitedBy !== null && checkMessages.limits[limitedBy as keyof typeof checkMessages.limits]}
        </p>
      )}
      {approvals > 0 && <p className={css['warning']}>{messages.needsApprovals(approvals)}</p>}
      <CheckWarnings app={app} warnings={warnings} onPlace={onPlace} />
      <CheckBlanks blanks={blanks} filling={filling} />
      <Group
        title={messages.byPlatform}
        facts={platforms.map(({ platform, planned: n, waits }) => ({
          name: platformName(platform, w),
          value: f.number(n),
          ...(waits && { note: messages.accountWaits }),
        }))}
      />
      <Group
        title={messages.leftOut}
        facts={leftOut.map(({ kind, reason, users: n }) => ({
          name: reasonOf(reason),
          note: messages.kinds[kind] ?? null,
          value: f.number(n),
        }))}
      />
      <PolicyFigures check={check} />
      <Group title={checkMessages.lack} facts={lacking} note={messages.looked(examined)} />
      <Group title={messages.willSkip} facts={skipped} note={messages.looked(examined)} />
      {canSeePeople && <CheckSamples app={app} check={check} />}
    </>
  );
}

/** Shows people that the contact policy holds back. */
function PolicyFigures({ check: { policy, examined } }: Pick<CheckFiguresProps, 'check'>) {
  const { f } = useI18n();
  const { policy: words } = useCheckMessages();
  const messages = useSendMessages();
  const lastAt = policy?.lastAt ?? null;
  const rows = [
    ...(policy?.caps ?? []).map(({ name, n }) => ({ name: words.cap(name), value: f.number(n) })),
    ...(['deferred', 'quietHours'] as const).flatMap((name) => {
      const n = policy?.[name] ?? 0;
      return n > 0 ? [{ name: words[name], value: f.number(n) }] : [];
    }),
  ];
  return (
    <>
      <Group title={words.title} facts={rows} note={messages.looked(examined)} />
      {lastAt !== null && rows.length > 0 && <p className={css['quiet']}>{words.last(f.moment(lastAt))}</p>}
    </>
  );
}

function Group({ title, facts, note }: { title: string; facts: readonly Fact[]; note?: string }) {
  return facts.length === 0 ? null : (
    <div>
      <h3 className={css['group']}>{title}</h3>
      {note !== undefined && <p className={css['quiet']}>{note}</p>}
      <Facts facts={facts} />
    </div>
  );
}
