import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { channelsOf } from '#libs/content';
import type { LedgerWait } from '#libs/delivery/ledger-check';
import { CampaignOverviewService, type CampaignOverview } from '#libs/reporting/campaigns';
import { AppError } from '#platform/errors';
import { Database } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { SimulatedAccountsService } from '../simulators/simulated-accounts.service.js';
import { DrillEvidenceService } from './drill-evidence.service.js';
import { DrillRepository } from './drill.repository.js';
import type { Drill, DrillPlan } from './drill.types.js';

const MAX_LISTED = 20;
const OVER = ['FINISHED', 'STOPPED'];

/** Fault drills: a copy of a campaign is sent to simulators that fail on purpose, and held against what they took. */
@Injectable()
export class DrillService {
  constructor(
    private readonly db: Database,
    private readonly drills: DrillRepository,
    private readonly accounts: SimulatedAccountsService,
    private readonly campaigns: CampaignOverviewService,
    private readonly evidence: DrillEvidenceService,
    private readonly audit: AuditService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Asks for a drill; the scheduler begins it. Its entry of the audit log is of the same transaction.
   *
   * @throws AppError unknown_key; wrong_state for a campaign that is not over, that a real account would send, and while
   *   another drill is under way
   */
  async ask(origin: Origin, appId: number, key: number, plan: DrillPlan): Promise<Drill> {
    const campaign = await this.campaigns.get(appId, key);
    if (!OVER.includes(campaign.state)) {
      throw new AppError('wrong_state', 'A drill copies a campaign that is over');
    }
    const real = await this.findReal(appId, campaign);
    if (real.length > 0) {
      throw new AppError(
        'wrong_state',
        `A drill is for simulated accounts alone, and these are not: ${real.join(', ')}`,
      );
    }
    await this.evidence.getOrder(appId, key);
    return this.db.tx(async (tx) => {
      const drill = await this.drills.insert(tx, {
        appId,
        notificationKey: key,
        plan,
        madeBy: origin.by,
        madeAt: this.clock.now(),
      });
      if (!drill) {
        throw new AppError('wrong_state', 'Another drill of this application is under way');
      }
      const differences = Object.entries(plan).map(([subject, value]) => ({
        change: 'add' as const,
        subject,
        to: String(value),
      }));
      await this.audit.append(tx, appId, origin, [{ action: 'drill.start', subject: `campaign ${key}`, differences }]);
      return drill;
    });
  }

  /**
   * Drills of a campaign, the newest first; at most twenty.
   *
   * @returns `wait`: those that the one under way waits for
   * @throws AppError unknown_key
   */
  async list(appId: number, key: number): Promise<{ drills: Drill[]; isPossible: boolean; wait?: LedgerWait }> {
    const campaign = await this.campaigns.get(appId, key);
    const drills = await this.drills.list(appId, key, MAX_LISTED);
    const isPossible = OVER.includes(campaign.state) && (await this.findReal(appId, campaign)).length === 0;
    const copyKey = drills.find(({ state }) => state === 'RUNNING')?.copyKey;
    const wait = copyKey ? await this.evidence.findWait(appId, copyKey) : undefined;
    return { drills, isPossible, ...(wait && { wait }) };
  }

  /** Channels of a campaign whose account is not simulated, or not there. */
  private async findReal(appId: number, { definition }: CampaignOverview): Promise<string[]> {
    const simulated = await this.accounts.listChannels(appId);
    const channels = new Set(definition.message.platforms.flatMap((platform) => channelsOf(platform)));
    return [...channels].filter((channel) => !simulated.has(channel));
  }
}
