import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';

/** Any number that no other advisory lock of two numbers uses as its first. */
const SOUND_LOCK = 3_021;

/** Platforms whose apps bring sounds along. */
export const SOUND_PLATFORMS = ['IOS', 'ANDROID'] as const;

/** A sound file that the apps of one platform contain. */
export interface Sound {
  platform: (typeof SOUND_PLATFORMS)[number];
  name: string;
}

/** Statements of `notifications.sound`. */
@Injectable()
export class SoundRepository {
  constructor(private readonly db: Database) {}

  /** Sounds of an application · tens of rows · primary key. */
  async findAll(appId: number, on: Statements = this.db): Promise<Sound[]> {
    return on.rows<Sound>(
      'SELECT s.platform, s.name FROM notifications.sound AS s WHERE s.app_id = $1 ORDER BY s.platform, s.name',
      [appId],
    );
  }

  /** Lets the sounds of an application be changed by one transaction at a time. */
  async lockSounds(tx: Tx, appId: number): Promise<void> {
    await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [SOUND_LOCK, appId]);
  }

  async insertSound(tx: Tx, appId: number, { platform, name }: Sound): Promise<void> {
    await tx.affected('INSERT INTO notifications.sound (app_id, platform, name) VALUES ($1, $2, $3)', [
      appId,
      platform,
      name,
    ]);
  }

  /** 1 row, primary key. */
  async deleteSound(tx: Tx, appId: number, { platform, name }: Sound): Promise<void> {
    await tx.affected('DELETE FROM notifications.sound AS s WHERE s.app_id = $1 AND s.platform = $2 AND s.name = $3', [
      appId,
      platform,
      name,
    ]);
  }
}
