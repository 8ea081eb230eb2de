import { Badge, type Tone } from '../kit/layout/badge.js';
import { useSendMessages } from './messages.js';

const TONES: Readonly<Record<string, Tone>> = {
  APPROVAL: 'skipped',
  PAUSED: 'skipped',
  WAITING: 'waiting',
  SENDING: 'sent',
  RETRYING: 'waiting',
  FAILED: 'failed',
  STOPPED: 'failed',
};

/** State of a transactional send in words. */
export function SendBadge({ state }: { state: string }) {
  const { states } = useSendMessages();
  return <Badge tone={TONES[state] ?? 'quiet'}>{states[state] ?? state}</Badge>;
}
