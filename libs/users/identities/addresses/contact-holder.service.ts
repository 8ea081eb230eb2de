import { Injectable } from '@nestjs/common';
import type { Statements } from '#platform/db';
import { contactKeys, type ContactKind } from '../model/lookup-key.js';
import { ContactRepository } from './contact.repository.js';

/** Pages that are read for the first holders. Look-ups without a user are rare, so one is enough nearly always. */
const MAX_PAGES = 10;

/** Finds the first users of one address, whose number has no bound. */
@Injectable()
export class ContactHolderService {
  constructor(private readonly contacts: ContactRepository) {}

  /** @returns uids, the lowest first; at most `most` */
  async findFirst(
    on: Statements,
    appId: number,
    { kind, address, most }: { kind: ContactKind; address: string; most: number },
  ): Promise<number[]> {
    const keys = contactKeys(address);
    const found: number[] = [];
    let after: number | null = 0;
    for (let page = 0; page < MAX_PAGES && after !== null && found.length < most; page++) {
      const { uids, last }: { uids: number[]; last: number | null } = await this.contacts.findHolders(on, appId, {
        kind,
        keys,
        after,
        most,
      });
      found.push(...uids);
      after = last;
    }
    return found.slice(0, most);
  }
}
