import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { JourneyPositionsRepository, type StepPosition } from './journey-positions.repository.js';

/** Places that members gave the steps of a journey in its drawing. */
@Injectable()
export class JourneyPositionsService {
  constructor(
    private readonly db: Database,
    private readonly positions: JourneyPositionsRepository,
    private readonly audit: AuditService,
  ) {}

  async list(appId: number, journeyId: number): Promise<StepPosition[]> {
    return this.positions.list(this.db, appId, journeyId);
  }

  /** Replaces them. What is there already is no change. @throws AppError unknown_id */
  async replace(
    caller: Origin & { appId: number },
    { journeyId, name }: { journeyId: number; name: string },
    positions: readonly StepPosition[],
  ): Promise<void> {
    await this.db.tx(async (tx) => {
      const { appId } = caller;
      const changed = await this.positions.replace(tx, appId, journeyId, positions);
      if (changed === undefined) {
        throw new AppError('unknown_id', `There is no journey with the id ${journeyId}`);
      }
      if (changed) {
        await this.audit.append(tx, appId, caller, [{ action: 'journey.drawing', subject: `journey ${name}` }]);
      }
    });
  }
}
