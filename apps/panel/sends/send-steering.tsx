import type { Send, SendAction } from '../api/sends/sends.js';
import { steerSend } from '../api/sends/sends.js';
import { Button } from '../kit/controls/button.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { AskFirst } from './ask-first.js';
import { useSendChange } from './use-send-change.js';
import { useSendMessages } from './messages.js';

/** States in which a send can still be changed. */
const OPEN = ['PAUSED', 'WAITING', 'SENDING', 'RETRYING'];

/** Pauses and resumes at once; a stop first says its consequence. Members without the permission see no buttons. */
export function SendSteering({ send }: { send: Send }) {
  const { w } = useI18n();
  const messages = useSendMessages();
  const { app, may } = useApplication();
  const done = { pause: w.campaign.paused, resume: w.campaign.resumed, stop: w.campaign.stopped };
  const change = useSendChange(
    (action: SendAction) => steerSend(app.key, send.id, action),
    (action) => done[action],
  );
  if (!may('campaigns.steer') || !OPEN.includes(send.state)) {
    return null;
  }
  const next = send.state === 'PAUSED' ? 'resume' : 'pause';
  return (
    <>
      <AskFirst
        title={w.campaign.stop}
        text={messages.stopAsk(w.people(send.waiting))}
        onConfirm={() => change.run('stop')}
      />
      <Button kind="primary" isPending={change.isPending} onPress={() => change.run(next)}>
        {w.campaign[next]}
      </Button>
    </>
  );
}
