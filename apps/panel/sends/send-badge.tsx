import { Badge, type Tone } from '../kit/layout/badge.js';
import { useSendWords } from './words.js';

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
  const { states } = useSendWords();
  return <Badge tone={TONES[state] ?? 'quiet'}>{states[state] ?? state}</Badge>;
}
