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
  const messages = useSendMessages();
  const { author, askedAt, given, needed, sends } = approval;
  return (
    <Card title={messages.request}>
      <div className={css['rows']}>
        <p className={css['quiet']}>
          {messages.asked(author?.name ?? messages.somebody, f.moment(askedAt))} {messages.together(sends)}{' '}
          {messages.approvals(f.number(given), f.number(needed))}
        </p>
        <Decision send={send} approval={approval} />
      </div>
    </Card>
  );
}

function Decision({ send, approval: { own, approved, hash } }: { send: Send; approval: Approval }) {
  const messages = useSendMessages();
  const { app, may } = useApplication();
  const change = useSendChange(
    (decision: 'approve' | 'reject') => decideSend(app.key, send.id, decision, hash),
    (decision) => (decision === 'approve' ? messages.approved : messages.rejected),
  );
  if (!may('campaigns.approve')) {
    return <p className={css['quiet']}>{messages.forbidden}</p>;
  }
  const hint = own ? messages.ownRequest : approved ? messages.youApproved : undefined;
  return (
    <>
      {hint !== undefined && <p className={css['quiet']}>{hint}</p>}
      <p className={css['buttons']}>
        {hint === undefined && (
          <Button kind="primary" isPending={change.isPending} onPress={() => change.run('approve')}>
            {messages.approve}
          </Button>
        )}
        <AskFirst title={messages.reject} text={messages.rejectAsk} onConfirm={() => change.run('reject')} />
      </p>
    </>
  );
}
