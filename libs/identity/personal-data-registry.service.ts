import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';

/** A module with rows of persons that none of its readers needs in a form of its own. */
export interface PersonalDataOwner {
  /** By which receipts name its rows. */
  readonly table: string;
  /** Gives the rows of a merged user to the other one. Absent: they stay. */
  move?(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void>;
  /** Part of the export of a person. Absent: its rows say nothing that the person did not give or get elsewhere. */
  readonly exported?: {
    /** Name of its list. */
    name: string;
    read(appId: number, uid: number): AsyncIterable<object>;
  };
  /** Erases the rows of users. @returns how many */
  erase(tx: Tx, appId: number, uids: readonly number[]): Promise<number>;
}

/** The modules with rows of persons. Those above this one register in `onModuleInit`. */
@Injectable()
export class PersonalDataRegistryService {
  private readonly owners: PersonalDataOwner[] = [];

  register(owner: PersonalDataOwner): void {
    this.owners.push(owner);
  }

  list(): readonly PersonalDataOwner[] {
    return this.owners;
  }
}
