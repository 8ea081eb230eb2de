import type { Review } from '../api/compose/approvals.js';
import { TargetClauses } from '../figures/sends/target-clauses.js';
import { Card } from '../kit/layout/card.js';
import css from './approvals.module.css';
import { useApprovalMessages } from './messages.js';

/** Shows the audience in words. */
export function AudienceCard({ review: { target } }: { review: Review }) {
  const words = useApprovalMessages();
  return (
    <Card title={words.audience}>
      <TargetWords label={words.audience} target={target} />
    </Card>
  );
}

/** A target in words. @param target  null: the member may not see it */
export function TargetWords({ label, target }: { label: string; target: object | null }) {
  const words = useApprovalMessages();
  if (target === null) {
    return <p className={css['quiet']}>{words.hidden}</p>;
  }
  return 'type' in target && target.type === 'all' ? (
    <p>{words.everybody}</p>
  ) : (
    <TargetClauses label={label} target={target} />
  );
}
