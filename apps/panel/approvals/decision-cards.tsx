import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { approve, reject, reviewCheck, withdraw, type Review } from '../api/compose/approvals.js';
import type { CampaignCheck } from '../api/compose/check.js';
import { Refusal } from '../api/refusals/refusal.js';
import { CheckFigures } from '../widgets/sends/check/check-figures.js';
import { CheckProgress } from '../widgets/sends/check/check-progress.js';
import { countReached, isBlocked } from '../widgets/sends/check/is-blocked.js';
import { useCheckMessages } from '../widgets/sends/check/messages.js';
import { Button } from '../kit/controls/button.js';
import { ProseField } from '../kit/controls/composing-fields.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { useToast } from '../kit/states/toast.js';
import { Loaded, refusalText } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './approvals.module.css';
import { useApprovalMessages } from './messages.js';

/** Ends after which the author may write it once more. */
const BACK = ['REJECTED', 'WITHDRAWN', 'EXPIRED', 'OUTGROWN'];

/** Offers the actions that the reader has: approve, refuse, withdraw, revise, or none. */
export function DecisionCards({ review }: { review: Review }) {
  const messages = useApprovalMessages();
  const { may } = useApplication();
  if (review.own === 'AUTHOR') {
    return <AuthorCard review={review} />;
  }
  if (review.state !== 'WAITING') {
    return null;
  }
  if (review.own === 'APPROVED' || !may('campaigns.approve')) {
    return (
      <Card title={messages.decide}>
        <p className={css['quiet']}>{review.own === null ? messages.forbidden : messages.youApproved}</p>
      </Card>
    );
  }
  return <Decision review={review} />;
}

/** Counts first: the button carries the number. */
function Decision({ review }: { review: Review }) {
  const { f } = useI18n();
  const messages = useApprovalMessages();
  const { app, may } = useApplication();
  const [share, setShare] = useState(0);
  const check = useQuery({
    ...reviewCheck(app.key, review.key, setShare),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const moved =
    check.data && review.planned !== null && check.data.planned !== review.planned
      ? messages.moved(f.number(review.planned), f.number(check.data.planned))
      : undefined;
  return (
    <>
      <Card title={messages.check}>
        <div className={css['rows']}>
          <Loaded
            query={check}
            skeleton={
              share === 0 ? <p className={css['quiet']}>{messages.counting}</p> : <CheckProgress share={share} />
            }
          >
            {(check) => (
              <>
                <CheckFigures app={app.key} check={{ ...check, approvals: 0 }} canSeePeople={may('users.read')} />
                {moved !== undefined && <p className={css['warning']}>{moved}</p>}
              </>
            )}
          </Loaded>
          <p className={css['actions']}>
            <Button isPending={check.isFetching} onPress={() => void check.refetch()}>
              {messages.again}
            </Button>
          </p>
        </div>
      </Card>
      <DecideCard review={review} check={check.isFetching ? undefined : check.data} />
    </>
  );
}

function DecideCard({ review, check }: { review: Review; check: CampaignCheck | undefined }) {
  const messages = useApprovalMessages();
  const checkMessages = useCheckMessages();
  const { app } = useApplication();
  const [comment, setComment] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const approval = useChange(review, messages.approved, (seen: CampaignCheck) =>
    approve(app.key, review.key, seen, comment.trim()),
  );
  const rejection = useChange(review, messages.rejected, () => reject(app.key, review, comment.trim()));
  const fault = approval.fault ?? rejection.fault;
  return (
    <Card title={messages.decide}>
      <div className={css['rows']}>
        <p className={css['quiet']}>{messages.bound}</p>
        <ProseField
          label={messages.words}
          rows={3}
          value={comment}
          onChange={(text) => {
            setComment(text);
            setIsMissing(false);
          }}
          help={messages.wordsHelp}
          fault={isMissing ? messages.wordsMissing : undefined}
        />
        {check && isBlocked(check) && <p className={css['quiet']}>{checkMessages.blocked}</p>}
        <div role="status">{fault !== undefined && <p className={css['warning']}>{fault}</p>}</div>
        <p className={css['actions']}>
          <Button
            kind="primary"
            className={css['long']}
            isDisabled={check === undefined || countReached(check) === 0 || isBlocked(check)}
            isPending={approval.isPending}
            onPress={() => check && approval.run(check)}
          >
            {messages.approve(check?.planned ?? review.planned ?? 0)}
          </Button>
          <Button
            isPending={rejection.isPending}
            onPress={() => (comment.trim() === '' ? setIsMissing(true) : rejection.run(undefined))}
          >
            {messages.reject}
          </Button>
        </p>
      </div>
    </Card>
  );
}

function AuthorCard({ review }: { review: Review }) {
  const { w } = useI18n();
  const messages = useApprovalMessages();
  const { app, may } = useApplication();
  const taking = useChange(review, messages.withdrawn, () => withdraw(app.key, review.key));
  const waits = review.state === 'WAITING';
  if ((!waits && !BACK.includes(review.state)) || !may('campaigns.send')) {
    return null;
  }
  return (
    <Card title={messages.decide}>
      <div className={css['rows']}>
        {waits && <p className={css['quiet']}>{messages.waitsForOther}</p>}
        {taking.fault !== undefined && <p className={css['warning']}>{taking.fault}</p>}
        <p className={css['actions']}>
          {review.draft !== null && (
            <Link kind="button" href={paths.composer(app.key, { request: review.key })}>
              {waits ? messages.change : messages.revise}
            </Link>
          )}
          {waits && (
            <Dialog title={messages.withdraw} role="alertdialog" trigger={<Button>{messages.withdraw}</Button>}>
              {(close) => (
                <>
                  <p>{messages.withdrawAsk}</p>
                  <DialogActions>
                    <Button onPress={close}>{w.cancel}</Button>
                    <Button
                      kind="primary"
                      onPress={() => {
                        close();
                        taking.run(undefined);
                      }}
                    >
                      {messages.withdraw}
                    </Button>
                  </DialogActions>
                </>
              )}
            </Dialog>
          )}
        </p>
      </div>
    </Card>
  );
}

/**
 * Changes a request, shows a notice, and reloads everything, also after a refusal, because the request changed then.
 */
function useChange<T>({ key }: Review, done: string, change: (input: T) => Promise<Review>) {
  const { w } = useI18n();
  const messages = useApprovalMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const mutation = useMutation({
    mutationFn: change,
    onSuccess: () => notify(done),
    onSettled: (_, error) =>
      error instanceof Refusal && error.status !== 409
        ? undefined
        : client.invalidateQueries({ queryKey: error === null ? [app.key] : [app.key, 'approvals', key] }),
  });
  const refusal = mutation.error instanceof Refusal ? mutation.error : undefined;
  const [problem] = refusal?.problems ?? [];
  const own = problem?.code === 'own_request' ? messages.ownRequest : undefined;
  const changed = problem?.code === 'changed_meanwhile' ? messages.faults[problem.path] : undefined;
  return {
    run: (input: T): void => mutation.mutate(input),
    isPending: mutation.isPending,
    fault:
      mutation.error === null
        ? undefined
        : (own ?? changed ?? refusalText(refusal, w.state.offline, w.state.serverFault)),
  };
}
