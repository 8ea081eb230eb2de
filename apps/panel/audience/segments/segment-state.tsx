import type { SegmentOverview } from '../../api/types.js';
import { Badge } from '../../kit/layout/badge.js';
import { useSegmentsMessages } from './messages.js';

/** Says in a word if its members are up to date. */
export function SegmentState({ of: { state } }: { of: Pick<SegmentOverview, 'state'> }) {
  const messages = useSegmentsMessages();
  return (
    <Badge tone={state === 'READY' ? 'sent' : state === 'FAILED' ? 'failed' : 'waiting'}>
      {messages.states[state]}
    </Badge>
  );
}
