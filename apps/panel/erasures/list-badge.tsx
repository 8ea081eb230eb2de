import type { ErasureList } from '../api/users/erasures.js';
import { Badge, type Tone } from '../kit/layout/badge.js';
import { useErasureMessages } from './messages.js';

const TONES: Readonly<Record<ErasureList['state'], Tone>> = {
  COUNTED: 'skipped',
  WAITING: 'waiting',
  RUNNING: 'doubt',
  FINISHED: 'sent',
  FAILED: 'failed',
  STOPPED: 'quiet',
};

/** The state of a list in a word. */
export function ListBadge({ state }: { state: ErasureList['state'] }) {
  return <Badge tone={TONES[state]}>{useErasureMessages().states[state]}</Badge>;
}
