import { Badge, type Tone } from '../kit/layout/badge.js';
import { useI18n } from '../i18n/i18n.js';

const TONES: Readonly<Record<string, Tone>> = {
  SENDING: 'sent',
  STARTING: 'sent',
  PAUSED: 'skipped',
  HELD: 'skipped',
  STOPPED: 'failed',
};

/** State of a campaign in a word. */
export function CampaignBadge({ state }: { state: string }) {
  const { w } = useI18n();
  return <Badge tone={TONES[state] ?? 'quiet'}>{w.campaigns.states[state] ?? state}</Badge>;
}
