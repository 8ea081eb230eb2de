import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.js';
import type { TimelineItem } from '../../api/types.js';
import { useCursor } from '../../widgets/use-cursor.js';
import { Button } from '../../kit/controls/button.js';
import { Chips } from '../../kit/controls/chips.js';
import { Link } from '../../kit/controls/link.js';
import { Card } from '../../kit/layout/card.js';
import { Code } from '../../kit/layout/code.js';
import { Fold } from '../../kit/layout/fold.js';
import { join } from '../../kit/layout/join.js';
import { Empty } from '../../kit/states/notice.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { Pages } from '../../kit/tables/pages.js';
import { Loaded } from '../../loading/loaded.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { usePersonMessages } from '../messages.js';
import { ConsentProof } from './consent-proof.js';
import { ReachExplanation } from './reach-explanation.js';
import css from './page.module.css';

const TONES: Readonly<Record<string, string>> = {
  SUCCESS: 'dot-sent',
  SENT: 'dot-sent',
  FAILED: 'dot-failed',
  SKIPPED: 'dot-skipped',
};

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
                  <Entry key={`${item.at} ${item.kind} ${index}`} uid={uid} item={item} />
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

function Entry({ uid, item }: { uid: string; item: TimelineItem }) {
  const { w, f } = useI18n();
  const p = usePersonMessages();
  const [isAsked, setIsAsked] = useState(false);
  const [isProved, setIsProved] = useState(false);
  const { at, kind, text, status, campaign, raw } = item;
  const messageId = kind === 'message' && typeof raw['messageId'] === 'string' ? raw['messageId'] : null;
  const wasLeftOut = status === 'FAILED' || status === 'SKIPPED';
  return (
    <li className={css['line']}>
      <time className={css['time']} dateTime={at}>
        {f.moment(at)}
      </time>
      <span className={css['thread']}>
        <span className={join(css['dot'], css[TONES[status ?? ''] ?? ''])} />
      </span>
      <div className={css['entry']}>
        <p>
          <Happening item={item} />
        </p>
        {text !== null && <p className={css['detail']}>{text}</p>}
        {kind === 'event' && <Attributes values={raw['attributes']} />}
        <div className={css['more']}>
          {kind === 'message' && campaign !== null && status !== null && !isAsked && (
            <Button kind="quiet" className={css['ask']} onPress={() => setIsAsked(true)}>
              {wasLeftOut ? p.why : p.whyDid}
            </Button>
          )}
          {messageId !== null && !isProved && (
            <Button kind="quiet" className={css['ask']} onPress={() => setIsProved(true)}>
              {p.proof.ask}
            </Button>
          )}
          <Fold title={w.users.raw}>
            <Code label={w.users.raw} value={raw} />
          </Fold>
        </div>
        {isProved && messageId !== null && <ConsentProof uid={uid} messageId={messageId} />}
        {isAsked && campaign !== null && <ReachExplanation uid={uid} campaign={campaign} />}
      </div>
    </li>
  );
}

/** Shows an event in a line: its kind, object, result and reason. */
function Happening({ item: { kind, title, status, reason, campaign } }: { item: TimelineItem }) {
  const { w } = useI18n();
  const p = usePersonMessages();
  const { app } = useApplication();
  const name = w.users.channels[title] ?? p.subjects[title] ?? title;
  const cause =
    reason === null
      ? null
      : kind === 'consent'
        ? (p.sources[reason] ?? reason)
        : kind === 'clicked'
          ? p.button(reason)
          : reason;
  const details = [status === null ? null : (w.results[status] ?? p.states[status] ?? status), cause];
  return (
    <>
      {kind !== 'message' && <span className={css['kind']}>{p.kinds[kind] ?? kind}</span>}
      {campaign === null ? <strong>{name}</strong> : <Link href={paths.campaign(app.key, campaign)}>{name}</Link>}
      {details.map((part) => part !== null && ` · ${part}`)}
    </>
  );
}

/** The attributes of an event, as they were fired. */
function Attributes({ values }: { values: unknown }) {
  const entries = typeof values === 'object' && values !== null ? Object.entries(values) : [];
  return entries.length === 0 ? null : (
    <p className={css['detail']}>
      {entries
        .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join(' · ')}
    </p>
  );
}
