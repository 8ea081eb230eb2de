import { useState } from 'react';
import { approveRequest, endRequest, journeysKey, type JourneyRequest } from '../../api/journeys.js';
import { Button } from '../../kit/controls/button.js';
import { Field } from '../../kit/controls/field.js';
import { useToast } from '../../kit/states/toast.js';
import { useChange } from '../../loading/use-change.js';
import { useApplication } from '../../session/application.js';
import css from '../replay/replay.module.css';
import { useRequestMessages } from './messages.js';

/** The actions that the reader has: approve and reject, take back, or none. */
export function Decision({ journeyId, request }: { journeyId: string; request: JourneyRequest }) {
  const messages = useRequestMessages();
  const { app, may } = useApplication();
  const notify = useToast();
  const [words, setWords] = useState('');
  const outdated = [journeysKey(app.key)];
  const approval = useChange(
    () => approveRequest(app.key, journeyId, request, words.trim()),
    outdated,
    () => notify(messages.approved),
  );
  const isAuthor = request.own === 'AUTHOR';
  const ending = useChange(
    () => endRequest(app.key, journeyId, request, isAuthor ? 'withdraw' : 'reject'),
    outdated,
    () => notify(messages.ended),
  );
  const fault = approval.fault ?? ending.fault;
  if (!isAuthor && !may('campaigns.approve')) {
    return null;
  }
  return (
    <div className={css['stack']}>
      {!isAuthor && request.own === null && (
        <>
          <p className={css['quiet']}>{messages.bound}</p>
          <Field label={messages.words} value={words} onChange={setWords} />
        </>
      )}
      {request.own === 'APPROVED' && <p className={css['quiet']}>{messages.youApproved}</p>}
      {fault !== undefined && (
        <p className={css['fault']} role="alert">
          {fault}
        </p>
      )}
      <div className={css['line']}>
        {!isAuthor && request.own === null && (
          <Button
            kind="primary"
            isPending={approval.isPending}
            isDisabled={request.hash === null || request.isVoid}
            onPress={approval.run}
          >
            {messages.approve}
          </Button>
        )}
        <Button isPending={ending.isPending} onPress={ending.run}>
          {isAuthor ? messages.withdraw : messages.reject}
        </Button>
      </div>
    </div>
  );
}
