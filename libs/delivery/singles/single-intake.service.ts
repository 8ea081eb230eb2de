import { Injectable } from '@nestjs/common';
import { AppError } from '#platform/errors';
import { Gathering } from './gathering.js';
import { type NewSingle, SingleSendRepository } from './single-send.repository.js';

/** Between two insertions of one gateway: what requests bring meanwhile shares the next. */
const PAUSE_MS = 10;
const MOST_REQUESTS = 50;

/** What one request brings. */
interface Brought {
  sends: readonly NewSingle[];
  fault?: unknown;
}

/**
 * Stores single sends, those of requests that come close together with one statement: most of what a row costs Postgres is
 * its transaction, and the call to the workers that comes with it. A request is answered when its own rows are committed.
 */
@Injectable()
export class SingleIntake {
  private readonly gathering = new Gathering<Brought>((brought) => this.insert(brought), PAUSE_MS, MOST_REQUESTS);

  constructor(private readonly rows: SingleSendRepository) {}

  /** Stores what one request brings, all or nothing. @throws AppError as `Database.untilKnown` */
  async store(sends: readonly NewSingle[]): Promise<void> {
    const brought: Brought = { sends };
    await this.gathering.add(brought);
    if (brought.fault !== undefined) {
      throw brought.fault;
    }
  }

  private async insert(brought: readonly Brought[]): Promise<void> {
    try {
      await this.rows.insertAlone(brought.flatMap(({ sends }) => sends));
    } catch (error) {
      if (brought.length > 1 && !(error instanceof AppError)) {
        // Postgres refused a row: only the request that brought it should hear of that.
        await Promise.all(brought.map((one) => this.insert([one])));
        return;
      }
      for (const one of brought) {
        one.fault = error;
      }
    }
  }
}
