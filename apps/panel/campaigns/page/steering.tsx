import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Steering as Action, steer } from '../../api/commands.js';
import { withProof } from '../../api/passkey.js';
import { queries } from '../../api/queries.js';
import { Refusal } from '../../api/refusals/refusal.js';
import type { Campaign } from '../../api/types.js';
import { Button } from '../../kit/controls/button.js';
import { Dialog, DialogActions } from '../../kit/controls/dialog.js';
import { Link } from '../../kit/controls/link.js';
import { Icon } from '../../kit/layout/icon.js';
import { useToast } from '../../kit/states/toast.js';
import { refusalText } from '../../loading/loaded.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { isAhead } from '../scheduled/beginning.js';
import { useScheduledMessages } from '../scheduled/messages.js';
import { SpeedForm } from './speed-form.js';
import { StopForm } from './stop-form.js';

/** States in which a campaign can still be changed. */
const OPEN = ['SCHEDULED', 'STARTING', 'SENDING', 'PAUSED'];

/** Pauses at once; every other action first says its consequences. Members without the permission see no buttons. */
export function Steering({ campaign }: { campaign: Campaign }) {
  const { w, f } = useI18n();
  const scheduled = useScheduledMessages();
  const { app, may } = useApplication();
  const { run, isPending } = useSteering(campaign);
  if (campaign.state === 'HELD') {
    return (
      <Link kind="button" href={paths.approvals(app.key, campaign.key)}>
        {w.campaigns.states['HELD']}
      </Link>
    );
  }
  if (!may('campaigns.steer') || !OPEN.includes(campaign.state)) {
    return null;
  }
  const waiting = campaign.waiting + campaign.inDoubt;
  const isPaused = campaign.state === 'PAUSED';
  const resumeAsk =
    isAhead(campaign) && campaign.dueAt !== null
      ? scheduled.resumeAhead(f.moment(campaign.dueAt))
      : w.campaign.resumeAsk(w.people(waiting));
  return (
    <>
      <Dialog title={w.campaign.speed} trigger={<Button>{w.campaign.speed}</Button>}>
        {(close) => <SpeedForm onClose={close} onApply={(speed) => run('speed', speed).then(closing(close))} />}
      </Dialog>
      <Dialog title={w.campaign.stop} role="alertdialog" trigger={<Button>{w.campaign.stop}</Button>}>
        {(close) => <StopForm campaign={campaign} onClose={close} onStop={() => run('stop').then(closing(close))} />}
      </Dialog>
      {isPaused ? (
        <Dialog
          title={w.campaign.resume}
          trigger={
            <Button kind="primary" isPending={isPending}>
              {w.campaign.resume}
            </Button>
          }
        >
          {(close) => (
            <>
              <p>{resumeAsk}</p>
              <DialogActions>
                <Button onPress={close}>{w.cancel}</Button>
                <Button kind="primary" onPress={() => void run('resume').then(closing(close))}>
                  {w.campaign.resume}
                </Button>
              </DialogActions>
            </>
          )}
        </Dialog>
      ) : (
        <Button kind="primary" isPending={isPending} onPress={() => void run('pause')}>
          <Icon name="pause" />
          {w.campaign.pause}
        </Button>
      )}
    </>
  );
}

/** A dialog stays open with what was typed where the server refused. */
function closing(close: () => void): (isDone: boolean) => void {
  return (isDone) => (isDone ? close() : undefined);
}

/**
 * Pauses, resumes or stops a campaign, shows a notice, and asks for a passkey where the server wants one.
 *
 * @returns `run` resolves with its success, and never rejects
 */
function useSteering(campaign: Campaign): {
  run: (action: Action, body?: object) => Promise<boolean>;
  isPending: boolean;
} {
  const { w } = useI18n();
  const { app } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const scheduled = useScheduledMessages();
  const notices = {
    pause: isAhead(campaign) ? scheduled.pausedAhead : w.campaign.paused,
    resume: w.campaign.resumed,
    stop: isAhead(campaign) ? scheduled.stoppedAhead : w.campaign.stopped,
    speed: w.campaign.speedChanged,
  };
  const mutation = useMutation({
    mutationFn: ({ action, body }: { action: Action; body: object }) =>
      withProof(() => steer(app.key, campaign.key, action, body)),
    onSuccess: (answer, { action }) => {
      client.setQueryData(queries.campaign(app.key, campaign.key).queryKey, (before) =>
        before === undefined ? undefined : { ...before, ...answer },
      );
      void client.invalidateQueries({ queryKey: queries.history(app.key, campaign.key).queryKey });
      notify(notices[action]);
    },
    onError: (error) =>
      notify(refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault), 'bad'),
  });
  return {
    run: (action, body = {}) =>
      mutation.mutateAsync({ action, body }).then(
        () => true,
        () => false,
      ),
    isPending: mutation.isPending,
  };
}
