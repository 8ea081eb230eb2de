import { Card } from '../kit/layout/card.js';
import { useTargetWords } from '../targets/words.js';
import css from './taggings.module.css';
import { TagForm } from './tag-form.js';
import { useTaggingWords } from './words.js';

/**
 * Gives everybody of an audience a tag.
 *
 * @param target  undefined while it is not complete
 */
export function TagCard({ target }: { target: object | undefined }) {
  const words = useTaggingWords();
  const { finish } = useTargetWords();
  return (
    <Card title={words.title}>
      <div className={css['rows']}>
        {target === undefined && <p className={css['quiet']}>{finish}</p>}
        <TagForm target={target} />
      </div>
    </Card>
  );
}
