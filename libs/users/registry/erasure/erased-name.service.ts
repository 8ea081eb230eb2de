import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { ErasedNameRepository } from './erased-name.repository.js';

/** Keeps files of users that arrived before an erasure from bringing the erased people back. */
@Injectable()
export class ErasedNameService {
  constructor(private readonly names: ErasedNameRepository) {}

  /**
   * Notes who is erased, for the files of the application that wait. Call it before the users are looked up: it waits for
   * the end of a batch of an import, whose users are then found and erased.
   *
   * @param extIds  up to 1000 different ones
   */
  async note(tx: Tx, appId: number, extIds: readonly string[]): Promise<void> {
    await this.names.lock(tx, appId, 'erasure');
    if (await this.names.hasFiles(tx, appId)) {
      await this.names.insert(tx, appId, extIds);
    }
  }
}
