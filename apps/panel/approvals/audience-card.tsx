import type { Review } from '../api/compose/approvals.js';
import { TargetClauses } from '../widgets/sends/target-clauses.js';
import { Card } from '../kit/layout/card.js';
import css from './approvals.module.css';
import { useApprovalMessages } from './messages.js';

/** Shows the audience in words. */
export function AudienceCard({ review: { target } }: { review: Review }) {
  const messages = useApprovalMessages();
  return (
    <Card title={messages.audience}>
      <TargetWords label={messages.audience} target={target} />
    </Card>
  );
}

/** A target in words. @param target  null: the member may not see it */
export function TargetWords({ label, target }: { label: string; target: object | null }) {
  const messages = useApprovalMessages();
  if (target === null) {
    return <p className={css['quiet']}>{messages.hidden}</p>;
  }
  return 'type' in target && target.type === 'all' ? (
    <p>{messages.everybody}</p>
  ) : (
    <TargetClauses label={label} target={target} />
  );
}
