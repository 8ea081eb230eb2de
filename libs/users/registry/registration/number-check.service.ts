import { Injectable } from '@nestjs/common';
import { BUCKETS } from '#platform/ids';
import { parsePhoneNumber, suspectNationalNumber } from '#platform/spelling';
import { AttributeService } from '#libs/users/profiles';
import { NumberCheckRepository } from './number-check.repository.js';

const PAGE = 5000;

/**
 * A stored number that an update would refuse, or that lacks its calling code.
 *
 * @property extId  null: an uploaded number, or a user without a name
 * @property meant  the number of the application's country with the same digits; absent: it is no number at all
 */
export interface QuestionableNumber {
  extId: string | null;
  msisdn: string;
  meant?: string;
}

/** Finds stored phone numbers that are none. */
@Injectable()
export class NumberCheckService {
  constructor(
    private readonly repository: NumberCheckRepository,
    private readonly attributes: AttributeService,
  ) {}

  /** Goes through all users with a number, page by page, and changes nothing. */
  async *findQuestionable(appId: number): AsyncGenerator<QuestionableNumber> {
    const country = await this.attributes.getCountry(appId);
    for (let vb = 0; vb < BUCKETS; vb++) {
      let page = await this.repository.findPage(appId, vb, -1, PAGE);
      while (page.length > 0) {
        for (const { extId, msisdn } of page) {
          const meant = country === undefined ? undefined : suspectNationalNumber(msisdn, country);
          if (meant !== undefined || parsePhoneNumber(msisdn) === undefined) {
            yield { extId, msisdn, ...(meant !== undefined && { meant }) };
          }
        }
        page = page.length < PAGE ? [] : await this.repository.findPage(appId, vb, page.at(-1)?.uid ?? 0, PAGE);
      }
    }
  }
}
