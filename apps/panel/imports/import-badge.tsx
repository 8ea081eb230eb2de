import type { Import } from '../api/users/imports.js';
import { Badge, type Tone } from '../kit/layout/badge.js';
import { useImportMessages } from './messages.js';

const TONES: Readonly<Record<Import['state'], Tone>> = {
  WAITING: 'waiting',
  RUNNING: 'doubt',
  FINISHED: 'sent',
  FAILED: 'failed',
  STOPPED: 'quiet',
};

/** The state of an import in a word; that of a check is another word. */
export function ImportBadge({ item: { state, check } }: { item: Import }) {
  const messages = useImportMessages();
  const name = messages.states[check ? `CHECK_${state}` : state] ?? messages.states[state] ?? state;
  return <Badge tone={check && state === 'FINISHED' ? 'skipped' : TONES[state]}>{name}</Badge>;
}
