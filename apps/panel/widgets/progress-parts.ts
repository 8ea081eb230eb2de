import type { Progress } from '../api/types.js';
import type { Tone } from '../kit/layout/badge.js';
import type { Messages } from '../i18n/en.js';

export interface ProgressPart {
  id: 'sent' | 'failed' | 'skipped' | 'inDoubt' | 'waiting';
  tone: Tone;
  name: string;
  n: number;
}

/** Results of the recipients, in the order of a bar. */
export function partsOf(progress: Progress, w: Messages): ProgressPart[] {
  return [
    { id: 'sent', tone: 'sent', name: w.campaign.sent, n: progress.sent },
    { id: 'failed', tone: 'failed', name: w.campaign.failed, n: progress.failed },
    { id: 'skipped', tone: 'skipped', name: w.campaign.skipped, n: progress.skipped },
    { id: 'inDoubt', tone: 'doubt', name: w.campaign.inDoubt, n: progress.inDoubt },
    { id: 'waiting', tone: 'waiting', name: w.campaign.waiting, n: progress.waiting },
  ];
}

/** Recipients with a final record. */
export function finalOf({ sent, failed, skipped }: Progress): number {
  return sent + failed + skipped;
}

/** True where the parts sum up to the planned recipients: none is lost, none counts twice. */
export function addsUp(progress: Progress): boolean {
  const { sent, failed, skipped, inDoubt, waiting, planned } = progress;
  return sent + failed + skipped + inDoubt + waiting === planned;
}
