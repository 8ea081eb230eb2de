import { useMutation, useQueryClient } from '@tanstack/react-query';
import { removeSegment, segmentOverviews } from '../../api/segments/segments.js';
import { audienceWords } from '../../api/audience.js';
import { Refusal } from '../../api/refusals/refusal.js';
import type { SegmentOverview } from '../../api/types.js';
import { Button } from '../../kit/controls/button.js';
import { Dialog, DialogActions } from '../../kit/controls/dialog.js';
import { useToast } from '../../kit/states/toast.js';
import { refusalText } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { UseList } from './use-list.js';
import { useSegmentsMessages } from './messages.js';

/** Removes a segment, and says first what that breaks. With a campaign that waits it stays. */
export function RemoveSegment({ segment: { id, name, uses } }: { segment: SegmentOverview }) {
  const { w } = useI18n();
  const messages = useSegmentsMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const campaigns = uses.filter(({ kind }) => kind === 'campaign');
  const drafts = uses.filter(({ kind }) => kind === 'draft');
  const removal = useMutation({
    mutationFn: () => removeSegment(app.key, id),
    onSuccess: () => notify(messages.removed(name)),
    onError: (error) =>
      notify(refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault), 'bad'),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: segmentOverviews(app.key).queryKey, exact: true }),
        client.invalidateQueries({ queryKey: audienceWords(app.key).queryKey }),
      ]),
  });
  return (
    <Dialog
      title={messages.removeTitle}
      role="alertdialog"
      trigger={<Button kind="danger">{messages.removeNamed(name)}</Button>}
    >
      {(close) => (
        <>
          {campaigns.length > 0 && (
            <>
              <p>{messages.refused}</p>
              <UseList uses={campaigns} />
            </>
          )}
          {drafts.length > 0 && (
            <>
              <p>{messages.breaksDrafts}</p>
              <UseList uses={drafts} />
            </>
          )}
          {uses.length === 0 && <p>{messages.breaksNothing}</p>}
          <DialogActions>
            <Button onPress={close}>{messages.keep}</Button>
            {campaigns.length === 0 && (
              <Button
                kind="danger"
                onPress={() => {
                  close();
                  removal.mutate();
                }}
              >
                {messages.remove}
              </Button>
            )}
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
