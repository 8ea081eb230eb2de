import { Injectable } from '@nestjs/common';
import { TextSealService, type ValueSealer } from '#libs/users/profiles';
import type { PersonalText, StoredMessage, StoredRow } from './message-content.js';

const PURPOSE = 'inbox';

/** Personal texts of messages: sealed where the application has sealed attributes, whose values may be in them. */
@Injectable()
export class PersonalTextService {
  constructor(private readonly seals: TextSealService) {}

  /** Undefined: texts are stored in clear. */
  async findSeal(appId: number): Promise<ValueSealer | undefined> {
    return this.seals.findSeal(appId, PURPOSE);
  }

  /** Opens the texts of stored rows. */
  async openRows(appId: number, rows: readonly StoredRow[]): Promise<StoredMessage[]> {
    return Promise.all(rows.map((row) => this.openRow(appId, row)));
  }

  async openRow(appId: number, { personal, ...row }: StoredRow): Promise<StoredMessage> {
    if (typeof personal !== 'string') {
      return { ...row, personal };
    }
    const opener = await this.seals.getOpener(appId, PURPOSE);
    return { ...row, personal: JSON.parse(opener.openText(personal)) as PersonalText };
  }
}
