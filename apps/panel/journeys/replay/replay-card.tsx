import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Journey, type Replay, replayJourney, replayOf } from '../../api/journeys.js';
import { Button } from '../../kit/controls/button.js';
import { Select } from '../../kit/controls/select.js';
import { Card } from '../../kit/layout/card.js';
import { useChange } from '../../loading/use-change.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { useReplayMessages } from './messages.js';
import { ReplayReportView } from './replay-report.js';
import css from './replay.module.css';

const DAYS = ['7', '30', '90'];

/** Asks for a replay of the newest version, and shows the newest one. It goes on when the page is left. */
export function ReplayCard({ journey: { id } }: { journey: Journey }) {
  const { f } = useI18n();
  const messages = useReplayMessages();
  const { app } = useApplication();
  const [days, setDays] = useState('30');
  const query = useQuery(replayOf(app.key, id));
  const { run, isPending, fault } = useChange(
    () => replayJourney(app.key, id, Number(days)),
    [replayOf(app.key, id).queryKey],
    () => undefined,
  );
  const replay = query.data?.replay;
  return (
    <Card title={messages.title} note={messages.note}>
      <div className={css['stack']}>
        <div className={css['line']}>
          <Select
            label={messages.days}
            value={days}
            onChange={setDays}
            options={DAYS.map((each) => [each, f.number(Number(each))] as const)}
          />
          <Button onPress={run} isPending={isPending} isDisabled={isOpen(replay)}>
            {messages.run}
          </Button>
        </div>
        {fault !== undefined && (
          <p className={css['fault']} role="alert">
            {fault}
          </p>
        )}
        <div role="status">{isOpen(replay) && <p>{messages.running(f.percent(replay?.share ?? 0))}</p>}</div>
        {replay && <Outcome replay={replay} />}
      </div>
    </Card>
  );
}

function Outcome({ replay: { version, by, askedAt, fault, report } }: { replay: Replay }) {
  const { f } = useI18n();
  const messages = useReplayMessages();
  return (
    <>
      <p className={css['quiet']}>{messages.of(f.number(version), by, f.moment(askedAt))}</p>
      {fault !== null && <p className={css['fault']}>{`${messages.failed}: ${fault}`}</p>}
      {report && <ReplayReportView report={report} />}
    </>
  );
}

function isOpen(replay: Replay | null | undefined): boolean {
  return replay?.state === 'WAITING' || replay?.state === 'RUNNING';
}
