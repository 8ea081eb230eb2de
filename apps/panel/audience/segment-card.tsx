import { Card } from '../kit/layout/card.js';
import { withoutGroups } from '../targets/plain-target.js';
import { useTargetMessages } from '../targets/messages.js';
import css from './audience.module.css';
import { useSegmentFormMessages } from './saving/messages.js';
import { SegmentForm } from './saving/segment-form.js';

/**
 * Makes a segment of the audience.
 *
 * @param target  undefined while it is not complete
 */
export function SegmentCard({ target }: { target: object | undefined }) {
  const messages = useSegmentFormMessages();
  const { finish } = useTargetMessages();
  return (
    <Card title={messages.title}>
      <div className={css['rows']}>
        {target === undefined && <p className={css['quiet']}>{finish}</p>}
        <SegmentForm read={target && (() => withoutGroups(target) ?? target)} />
      </div>
    </Card>
  );
}
