import type { CampaignPulse } from './campaign-totals.repository.js';
import type { CampaignOverview } from './campaign-overview.types.js';

/** Between two whole looks. Clicks and who was left out come with them alone. */
const WHOLE_MS = 30_000;

interface Sources {
  getWhole: () => Promise<CampaignOverview>;
  findPulse: () => Promise<CampaignPulse | undefined>;
  now: () => Date;
}

/**
 * Looks at one campaign again and again. As long as its state stays, one statement reads the figures that change; a
 * whole look follows every change of its state.
 */
export class CampaignFollower {
  private whole: { campaign: CampaignOverview; mark: string | undefined; until: number } | undefined;

  constructor(private readonly sources: Sources) {}

  /** @throws AppError unknown_key */
  async look(): Promise<CampaignOverview> {
    // The mark is older than the whole look beside it: a change between the two leads to another one.
    const pulse = await this.sources.findPulse();
    const now = this.sources.now().getTime();
    const { whole } = this;
    if (whole && pulse && pulse.mark === whole.mark && now < whole.until) {
      return refresh(whole.campaign, pulse);
    }
    const campaign = await this.sources.getWhole();
    this.whole = { campaign, mark: pulse?.mark, until: now + WHOLE_MS };
    return campaign;
  }
}

function refresh(
  campaign: CampaignOverview,
  { sums, inDoubt, skipped, planned: frozen }: CampaignPulse,
): CampaignOverview {
  const stats = campaign.stats.map((entry) => {
    const { sent, failed } = sums.get(entry.platform) ?? entry;
    return { ...entry, sent, failed };
  });
  const added = [...sums].filter(([platform]) => !stats.some((entry) => entry.platform === platform));
  stats.push(...added.map(([platform, { sent, failed }]) => ({ platform, sent, failed, clicked: 0 })));
  const sent = stats.reduce((sum, entry) => sum + entry.sent, 0);
  const failed = stats.reduce((sum, entry) => sum + entry.failed, 0);
  const planned = Math.max(frozen, sent + failed + skipped);
  const open = planned - sent - failed - skipped;
  const doubted = Math.min(open, inDoubt);
  return { ...campaign, stats, planned, sent, failed, skipped, inDoubt: doubted, waiting: open - doubted };
}
