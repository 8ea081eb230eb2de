import type { CampaignCheck } from '../../../api/compose/check.js';

/** True where no message could leave now. */
export function isBlocked({ warnings }: Pick<CampaignCheck, 'warnings'>): boolean {
  return warnings.some(({ severity }) => severity === 'BLOCKING');
}

/** Counts the people that it reaches: recipients of sends, and people who have it in their inbox alone. */
export function countReached({ platforms }: Pick<CampaignCheck, 'platforms'>): number {
  return platforms.reduce((sum, { planned }) => sum + planned, 0);
}

/** Counts the people with a gap that a member has to confirm; 0: nothing is to be confirmed. */
export function countGaps({ warnings }: Pick<CampaignCheck, 'warnings'>): number {
  return warnings.find(({ code }) => code === 'gaps')?.n ?? 0;
}
