import { useState } from 'react';
import type { TimelineItem } from '../../api/types.js';
import { Button } from '../../kit/controls/button.js';
import { Badge } from '../../kit/layout/badge.js';
import { Code } from '../../kit/layout/code.js';
import { Fold } from '../../kit/layout/fold.js';
import { join } from '../../kit/layout/join.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { usePersonMessages } from '../messages.js';
import { ConsentProof } from './consent-proof.js';
import { journeyOf } from '../journeys/journey-of.js';
import { DrawnMessage } from './drawn-message.js';
import { FromStep, ReachExplanation } from './reach-explanation.js';
import { Sentence } from './sentence.js';
import css from '../look/page.module.css';

const TONES: Readonly<Record<string, string>> = {
  SUCCESS: 'dot-sent',
  SENT: 'dot-sent',
  FAILED: 'dot-failed',
  SKIPPED: 'dot-skipped',
};

type Asked = 'why' | 'consent' | 'message';

/** One thing that happened, as a sentence; what is behind it comes on a press. */
export function TimelineEntry({ uid, item }: { uid: string; item: TimelineItem }) {
  const { w, f } = useI18n();
  const p = usePersonMessages();
  const { may } = useApplication();
  const [asked, setAsked] = useState<readonly Asked[]>([]);
  const { at, kind, text, status, campaign, raw } = item;
  const messageId = kind === 'message' && typeof raw['messageId'] === 'string' ? raw['messageId'] : null;
  const wasLeftOut = status === 'FAILED' || status === 'SKIPPED';
  const questions: (readonly [Asked, string])[] = [
    ...(messageId !== null && may('users.private') ? [['message', p.showMessage] as const] : []),
    ...(kind === 'message' && campaign !== null && status !== null
      ? [['why', wasLeftOut ? p.why : p.whyDid] as const]
      : []),
    ...(messageId === null ? [] : [['consent', p.proof.ask] as const]),
  ];
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
          <Sentence item={item} />
          {item.isTest && (
            <>
              {' '}
              <Badge tone="quiet">{p.test}</Badge>
            </>
          )}
        </p>
        {item.from && <FromStep from={item.from} />}
        {text !== null && text !== '' && <p className={css['detail']}>{text}</p>}
        {kind === 'event' && journeyOf(item) === null && <Attributes values={raw['attributes']} />}
        <div className={css['more']}>
          {questions.map(
            ([question, name]) =>
              !asked.includes(question) && (
                <Button
                  key={question}
                  kind="quiet"
                  className={css['ask']}
                  onPress={() => setAsked([...asked, question])}
                >
                  {name}
                </Button>
              ),
          )}
          <Fold title={w.users.raw}>
            <Code label={w.users.raw} value={raw} />
          </Fold>
        </div>
        {asked.includes('message') && messageId !== null && <DrawnMessage uid={uid} messageId={messageId} />}
        {asked.includes('consent') && messageId !== null && <ConsentProof uid={uid} messageId={messageId} />}
        {asked.includes('why') && campaign !== null && <ReachExplanation uid={uid} campaign={campaign} />}
      </div>
    </li>
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
