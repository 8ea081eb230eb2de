import { useQuery } from '@tanstack/react-query';
import { type Journey, type JourneyRequest, requestOf } from '../../api/journeys.js';
import { Card } from '../../kit/layout/card.js';
import { Code } from '../../kit/layout/code.js';
import { Facts } from '../../kit/layout/facts.js';
import { Fold } from '../../kit/layout/fold.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { JourneyBadge } from '../../widgets/journeys/journey-badge.js';
import { ReplayReportView } from '../replay/replay-report.js';
import css from '../replay/replay.module.css';
import { Decision } from './decision.js';
import { useRequestMessages } from './messages.js';

/** The change of a journey that waits for approvals, with everything that a decision needs; nothing where none waits. */
export function RequestCard({ journey: { id } }: { journey: Journey }) {
  const { app } = useApplication();
  const { data } = useQuery(requestOf(app.key, id));
  return data?.request ? <Waiting journeyId={id} request={data.request} /> : null;
}

function Waiting({ journeyId, request }: { journeyId: string; request: JourneyRequest }) {
  const { f } = useI18n();
  const messages = useRequestMessages();
  const { author, askedAt, state, isChanged, isVoid, perDay, needed, given, text, forecast } = request;
  return (
    <Card title={messages.title} note={messages.asked(author, f.moment(askedAt))}>
      <div className={css['stack']}>
        {isVoid && <p className={css['fault']}>{messages.stale}</p>}
        <Facts
          facts={[
            { name: messages.state, value: <JourneyBadge state={state} /> },
            { name: messages.change, value: isChanged ? messages.changed : messages.same },
            { name: messages.perDay, value: perDay === null ? '–' : f.number(perDay) },
            {
              name: messages.approvals,
              value: needed === null ? '–' : messages.of(f.number(given), f.number(needed)),
            },
          ]}
        />
        {forecast?.report ? (
          <Fold title={messages.forecast}>
            <ReplayReportView report={forecast.report} />
          </Fold>
        ) : (
          <p className={css['quiet']} role="status">
            {forecast?.fault ?? messages.counting}
          </p>
        )}
        <Fold title={messages.file}>
          <Code label={messages.file} value={text} />
        </Fold>
        <Decision journeyId={journeyId} request={request} />
      </div>
    </Card>
  );
}
