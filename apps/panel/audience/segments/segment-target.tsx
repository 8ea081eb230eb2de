import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { audienceWords } from '../../api/audience.js';
import { Refusal } from '../../api/refusals/refusal.js';
import { changeSegment, segmentOverviews } from '../../api/segments/segments.js';
import type { AudienceWords, EditedSegment } from '../../api/types.js';
import { useSettled } from '../../widgets/use-settled.js';
import { Button } from '../../kit/controls/button.js';
import { Link } from '../../kit/controls/link.js';
import { Code } from '../../kit/layout/code.js';
import { Loaded, refusalText } from '../../loading/loaded.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { countsOf, isWhole, targetOf, type TargetGroup } from '../../targets/groups.js';
import { withoutGroups } from '../../targets/plain-target.js';
import { describeTarget } from '../../targets/stored-target.js';
import { TargetCount } from '../../targets/target-count.js';
import { TargetLines } from '../../targets/target-lines.js';
import { useCount } from '../../targets/use-count.js';
import { useTargetMessages } from '../../targets/messages.js';
import { useI18n } from '../../i18n/i18n.js';
import css from '../audience.module.css';
import { useSegmentsMessages } from './messages.js';

/** After the last key, so that ten keys ask once. */
const TYPING_MS = 200;
/** A segment is not made of segments. */
const NO_SEGMENTS: string[] = [];

/** Shows the members of a segment as editable lines; as its target where lines cannot show it. */
export function SegmentTarget({ segment }: { segment: EditedSegment }) {
  const messages = useSegmentsMessages();
  const { app, may } = useApplication();
  const audience = useQuery(audienceWords(app.key));
  const root = useMemo(() => describeTarget(segment.target), [segment]);
  if (root === undefined || !segment.mayEdit) {
    return (
      <div className={css['rows']}>
        <p className={css['quiet']}>{segment.mayEdit ? messages.notShown : messages.locked}</p>
        <Code label={messages.who} value={segment.target} />
        {may('setup.write') && <Link href={paths.section(app.key, 'segments')}>{messages.setUp}</Link>}
      </div>
    );
  }
  return <Loaded query={audience}>{(types) => <Lines segment={segment} start={root} types={types} />}</Loaded>;
}

interface LinesProps {
  segment: EditedSegment;
  start: TargetGroup;
  types: AudienceWords;
}

function Lines({ segment, start, types }: LinesProps) {
  const { w } = useI18n();
  const messages = useSegmentsMessages();
  const { finish } = useTargetMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const [root, setRoot] = useState(start);
  const settled = useSettled(root, TYPING_MS);
  const target = useMemo(() => targetOf(settled, types), [settled, types]);
  const counting = useCount(app.key, target, settled !== root);
  const { preview } = counting;
  const counts = useMemo(() => preview && countsOf(settled, preview.clauses), [settled, preview]);
  const isComplete = isWhole(root) && root.parts.length > 0;
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: async () => {
      const changed = targetOf(root, types);
      await changeSegment(app.key, segment.id, { target: withoutGroups(changed) ?? changed, base: segment.base });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: segmentOverviews(app.key).queryKey, exact: true }),
  });
  const refusal = error instanceof Refusal ? error : undefined;
  const fault =
    refusal?.code === 'changed_meanwhile' ? messages.moved : refusalText(refusal, w.state.offline, w.state.serverFault);
  return (
    <div className={css['rows']}>
      <TargetLines
        app={app.key}
        root={root}
        counts={counts}
        {...types}
        segments={NO_SEGMENTS}
        onChange={(next) => {
          reset();
          setRoot(next);
        }}
      />
      <TargetCount counting={counting} />
      {!isComplete && <p className={css['quiet']}>{finish}</p>}
      <div>
        <Button isDisabled={!isComplete || root === start || isPending || isSuccess} onPress={() => mutate()}>
          {messages.save}
        </Button>
      </div>
      <p role="status">{isSuccess ? messages.saved : ''}</p>
      {error !== null && (
        <p role="alert" className={css['empty']}>
          {fault}
        </p>
      )}
    </div>
  );
}
