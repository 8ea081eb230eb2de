import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { ButtonSetRepository, type ButtonSet } from './button-set.repository.js';

/** Button sets of an application, for whoever writes a message with one. */
@Injectable()
export class ButtonSetReaderService {
  constructor(
    private readonly db: Database,
    private readonly buttonSets: ButtonSetRepository,
  ) {}

  /** By their ids: those of the application file. */
  async list(appId: number): Promise<Pick<ButtonSet, 'id' | 'buttons'>[]> {
    return this.buttonSets.findAll(this.db, appId);
  }
}
