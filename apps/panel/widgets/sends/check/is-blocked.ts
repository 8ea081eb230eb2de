import type { CampaignCheck } from '../../../api/compose/check.js';

/** True where no message could leave now. */
export function isBlocked({ warnings }: Pick<CampaignCheck, 'warnings'>): boolean {
  return warnings.some(({ severity }) => severity === 'BLOCKING');
}
