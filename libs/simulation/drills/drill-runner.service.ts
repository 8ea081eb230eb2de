import { Inject, Injectable } from '@nestjs/common';
import { AuditService, SYSTEM } from '#libs/audit';
import { DISPATCH_STATES } from '#libs/delivery';
import { LOGGER } from '#platform/app';
import { Recurring } from '#platform/background';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClockService, faultsOf, type Logger } from '#platform/runtime';
import { DrillCopyService } from './drill-copy.service.js';
import { DrillEvidenceService } from './drill-evidence.service.js';
import { DrillRepository } from './drill.repository.js';
import type { Drill, DrillVerdict } from './drill.types.js';
import { type Arrival, judgeDrill } from './judge-drill.js';

/** A drill that cannot begin is given up: no one waits for it any more. */
const START_MS = 120_000;
/**
 * A copy that goes on for so long is judged as it stands. The faults end after twenty minutes, and a mail that was
 * refused until then has its fourth try within half an hour.
 */
const MOST_MS = 2_700_000;
/** Simulators that are away for so long have lost their log. */
const JUDGE_MS = 3_600_000;
/** Delay at most until a fault drill begins, and until it is judged after its end. */
const CHECK_MS = 1_000;

/**
 * Runs the drills that members asked for: faults on, a copy of the campaign, faults off, verdict. Each step is one
 * transaction on the locked row, and may be repeated after a crash: faults have the name of the drill, and end by
 * themselves.
 */
@Injectable()
export class DrillRunnerService {
  constructor(
    private readonly db: Database,
    private readonly drills: DrillRepository,
    private readonly evidence: DrillEvidenceService,
    private readonly copies: DrillCopyService,
    private readonly audit: AuditService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Takes every open drill a step further. One that fails is tried again with the next call. */
  @Recurring('drills.run', CHECK_MS)
  async runOpen(): Promise<void> {
    for (const drillId of await this.drills.listOpen()) {
      await this.step(drillId).catch((error: unknown) => {
        faultsOf(this.logger).report({
          text: 'a fault drill could not go on',
          of: `drill ${drillId}`,
          fields: { drillId, err: error },
        });
      });
    }
  }

  private async step(drillId: number): Promise<void> {
    await this.db.inTransaction(() =>
      this.db.tx(async (tx) => {
        const drill = await this.drills.lockOpen(tx, drillId);
        if (drill?.state === 'ASKED') {
          await this.begin(tx, drill);
        } else if (drill) {
          await this.judge(tx, drill);
        }
      }),
    );
  }

  private async begin(tx: Tx, drill: Drill): Promise<void> {
    const { drillId, madeAt } = drill;
    const now = this.clock.now();
    let place: { log: string; logAfter: number };
    try {
      place = await this.evidence.setFaults(drill);
    } catch (error) {
      if (now.getTime() - madeAt.getTime() < START_MS) {
        throw error;
      }
      await this.end(tx, drill, { why: error instanceof AppError ? error.message : 'The drill could not begin' });
      return;
    }
    const copyKey = await this.copies.store(drill, now);
    await this.drills.start(tx, { drillId, copyKey, ...place }, now);
  }

  private async judge(tx: Tx, drill: Drill): Promise<void> {
    const { appId, copyKey, startedAt } = drill;
    const dispatch = copyKey === null ? undefined : await this.evidence.findDispatch(appId, copyKey);
    const runMs = this.clock.now().getTime() - (startedAt?.getTime() ?? 0);
    const isOver = dispatch !== undefined && dispatch.state >= DISPATCH_STATES.finished;
    if (!dispatch || (!isOver && runMs < MOST_MS)) {
      return;
    }
    // The ledger first: what it calls sent then has arrived before the log is read.
    const { records, doubts } = await this.evidence.readLedger(appId, dispatch);
    let arrivals: Arrival[] | undefined;
    try {
      arrivals = await this.evidence.listArrivals(drill);
      await this.evidence.endFaults(drill);
    } catch (error) {
      if (runMs < JUDGE_MS) {
        throw error;
      }
    }
    if (arrivals === undefined) {
      await this.end(tx, drill, {
        why: 'The log of the simulators or the accounts changed meanwhile: it proves nothing',
      });
      return;
    }
    const { dispatchId, planned } = dispatch;
    const seconds = Math.round(runMs / 1000);
    const evidence = { dispatchId, planned, records, doubts, arrivals, isOver, seconds };
    await this.end(tx, drill, { verdict: judgeDrill(evidence) });
  }

  private async end(tx: Tx, drill: Drill, end: { verdict?: DrillVerdict; why?: string }): Promise<void> {
    const { drillId, appId, notificationKey } = drill;
    const { verdict, why } = end;
    await this.drills.end(tx, drillId, end, this.clock.now());
    const figures = verdict
      ? [['lost', verdict.lost] as const, ['twice', verdict.twice] as const, ['listed', verdict.listed] as const]
      : [['why', why ?? ''] as const];
    const differences = figures.map(([subject, to]) => ({ change: 'add' as const, subject, to: String(to) }));
    const entry = { action: 'drill.end', subject: `campaign ${notificationKey}`, differences };
    await this.audit.append(tx, appId, SYSTEM, [entry]);
  }
}
