import { useQueryClient } from '@tanstack/react-query';
import { Refusal } from '../../api/refusals/refusal.js';
import { editedSegment, segmentOverviews } from '../../api/segments/segments.js';
import { useApplication } from '../../session/application.js';
import { useTargetMessages } from '../../targets/messages.js';
import css from './overlap.module.css';
import { SegmentForm } from '../saving/segment-form.js';
import { combinedTarget } from './combined-target.js';
import { useOverlapMessages } from './messages.js';

interface SaveCombinationProps {
  /** The label on the bar of the combination. */
  name: string;
  /** The target of the editor, the first of the audiences; undefined while it is not complete. */
  target: object | undefined;
  /** Names of the segments that are compared with it. */
  segments: readonly string[];
  sets: readonly number[];
}

/**
 * Makes a segment of exactly these users. A segment is not made of segments, so it takes over the targets that they have
 * now.
 */
export function SaveCombination({ name, target, segments, sets }: SaveCombinationProps) {
  const messages = useOverlapMessages();
  const { finish } = useTargetMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const read = async (): Promise<object> => {
    const { items } = await client.fetchQuery(segmentOverviews(app.key));
    const targets: object[] = target ? [target] : [];
    for (const segment of segments) {
      const id = items.find((item) => item.name === segment)?.id ?? '';
      targets.push((await client.fetchQuery(editedSegment(app.key, id))).target);
    }
    const combined = combinedTarget(targets, sets);
    if (combined === undefined) {
      throw new Refusal(400, null, [{ path: 'target', code: 'malformed', text: messages.predicts }]);
    }
    return combined;
  };
  return (
    <div className={css['rows']} role="group" aria-label={messages.saving(name)}>
      <p>{messages.saving(name)}</p>
      <p className={css['quiet']}>{messages.savingHelp}</p>
      {target === undefined && <p className={css['quiet']}>{finish}</p>}
      <SegmentForm read={target && read} />
    </div>
  );
}
