import { useTargetMessages } from '../../targets/messages.js';
import { TagForm } from '../../taggings/tag-form.js';
import { combinedTarget } from './combined-target.js';
import css from './overlap.module.css';
import { useOverlapMessages } from './messages.js';

interface TagCombinationProps {
  /** The label on the bar of the combination. */
  name: string;
  /** The target of the editor, the first of the audiences; undefined while it is not complete. */
  target: object | undefined;
  /** Names of the segments that are compared with it. */
  segments: readonly string[];
  sets: readonly number[];
}

/** Gives exactly these users a tag. Unlike a segment, a tag is given to users of segments as they are counted here. */
export function TagCombination({ name, target, segments, sets }: TagCombinationProps) {
  const messages = useOverlapMessages();
  const { finish } = useTargetMessages();
  const targets = target && [target, ...segments.map((segment) => ({ segment: [segment] }))];
  return (
    <div className={css['rows']} role="group" aria-label={messages.tagging(name)}>
      <p>{messages.tagging(name)}</p>
      {target === undefined && <p className={css['quiet']}>{finish}</p>}
      <TagForm target={targets && combinedTarget(targets, sets)} />
    </div>
  );
}
