import { Card } from '../kit/layout/card.js';
import { withoutGroups } from '../targets/plain-target.js';
import { useTargetMessages } from '../targets/messages.js';
import { messagesOf } from '../i18n/i18n.js';
import css from './audience.module.css';
import { SegmentForm } from './saving/segment-form.js';

const useSegmentMessages = messagesOf({
  en: { title: 'Save as a segment' },
  tr: { title: 'Segment olarak kaydet' },
});

/**
 * Makes a segment of the audience.
 *
 * @param target  undefined while it is not complete
 */
export function SegmentCard({ target }: { target: object | undefined }) {
  const messages = useSegmentMessages();
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
