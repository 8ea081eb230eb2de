import { decideSend, type Send } from '../api/sends/sends.js';
import { Button } from '../kit/controls/button.js';
import { Card } from '../kit/layout/card.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { AskFirst } from './ask-first.js';
import css from './sends.module.css';
import { useSendChange } from './use-send-change.js';
import { useSendMessages } from './messages.js';

type Approval = NonNullable<Send['approval']>;

/** The request that a send waits for, and what the reader can do with it. */
export function SendApproval({ send, approval }: { send: Send; approval: Approval }) {
  const { f } = useI18n();
  const words = useSendMessages();
  const { author, askedAt, given, needed, sends } = approval;
  return (
    <Card title={words.request}>
      <div className={css['rows']}>
        <p className={css['quiet']}>
          {words.asked(author?.name ?? words.somebody, f.moment(askedAt))} {words.together(sends)}{' '}
          {words.approvals(f.number(given), f.number(needed))}
        </p>
        <Decision send={send} approval={approval} />
      </div>
    </Card>
  );
}

function Decision({ send, approval: { own, approved, hash } }: { send: Send; approval: Approval }) {
  const words = useSendMessages();
  const { app, may } = useApplication();
  const change = useSendChange(
    (decision: 'approve' | 'reject') => decideSend(app.key, send.id, decision, hash),
    (decision) => (decision === 'approve' ? words.approved : words.rejected),
  );
  if (!may('campaigns.approve')) {
    return <p className={css['quiet']}>{words.mayNot}</p>;
  }
  const hint = own ? words.ownRequest : approved ? words.youApproved : undefined;
  return (
    <>
      {hint !== undefined && <p className={css['quiet']}>{hint}</p>}
      <p className={css['buttons']}>
        {hint === undefined && (
          <Button kind="primary" isPending={change.isPending} onPress={() => change.run('approve')}>
            {words.approve}
          </Button>
        )}
        <AskFirst title={words.reject} text={words.rejectAsk} onConfirm={() => change.run('reject')} />
      </p>
    </>
  );
}
