import { Badge, type Tone } from '../../kit/layout/badge.js';
import { useJourneyStepMessages } from './messages.js';

const TONES: Readonly<Record<string, Tone>> = { on: 'sent', paused: 'skipped', closed: 'waiting' };

/** State of a journey in a word. */
export function JourneyBadge({ state }: { state: string }) {
  const { states } = useJourneyStepMessages();
  return <Badge tone={TONES[state] ?? 'quiet'}>{states[state] ?? state}</Badge>;
}
