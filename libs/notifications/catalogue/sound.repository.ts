import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import { SoundEntity } from './sound.entity.js';

/** Any number that no other advisory lock of two numbers uses as its first. */
const SOUND_LOCK = 3_021;

export type Sound = Pick<SoundEntity, 'platform' | 'name'>;

@Injectable()
export class SoundRepository {
  constructor(private readonly db: Database) {}

  async findAll(appId: number, on: Statements = this.db): Promise<Sound[]> {
    return on.repository(SoundEntity).find({ where: { appId }, order: { platform: 'ASC', name: 'ASC' } });
  }

  /** Makes transactions that change the sounds of one application run one after the other. */
  async lockSounds(tx: Tx, appId: number): Promise<void> {
    await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [SOUND_LOCK, appId]);
  }

  async insertSound(tx: Tx, appId: number, { platform, name }: Sound): Promise<void> {
    await tx.repository(SoundEntity).insert({ appId, platform, name });
  }

  async deleteSound(tx: Tx, appId: number, { platform, name }: Sound): Promise<void> {
    await tx.repository(SoundEntity).delete({ appId, platform, name });
  }
}
