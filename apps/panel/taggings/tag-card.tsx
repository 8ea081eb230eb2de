import { Card } from '../kit/layout/card.js';
import { useTargetMessages } from '../targets/messages.js';
import css from './taggings.module.css';
import { TagForm } from './tag-form.js';
import { useTaggingMessages } from './messages.js';

/**
 * Gives everyone of an audience a tag.
 *
 * @param target  undefined while it is not complete
 */
export function TagCard({ target }: { target: object | undefined }) {
  const messages = useTaggingMessages();
  const { finish } = useTargetMessages();
  return (
    <Card title={messages.title}>
      <div className={css['rows']}>
        {target === undefined && <p className={css['quiet']}>{finish}</p>}
        <TagForm target={target} />
      </div>
    </Card>
  );
}
