import { isDeepStrictEqual } from 'node:util';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type Application,
  type ApplySection,
  type Difference,
  type SectionContent,
  SectionRegistryService,
} from '#libs/tenancy';
import type { Statements, Tx } from '#platform/db';
import { PriceRepository } from './price.repository.js';
import { PRICES_REFERENCE } from './prices-reference.js';
import { readPrices } from './read-prices.js';

/** The section `prices` of an application file, which is written as a whole. */
@Injectable()
export class PricesSection implements ApplySection, OnModuleInit {
  readonly section = 'prices';
  readonly reference = PRICES_REFERENCE;

  constructor(
    private readonly prices: PriceRepository,
    private readonly sections: SectionRegistryService,
  ) {}

  onModuleInit(): void {
    this.sections.register(this);
  }

  async apply(tx: Tx, { id }: Application, value: unknown): Promise<Difference[]> {
    const written = readPrices(value, this.section);
    const present = await this.prices.find(tx, id);
    if (isDeepStrictEqual(written, present)) {
      return [];
    }
    await this.prices.write(tx, id, written);
    const change = present.length === 0 ? 'add' : written.length === 0 ? 'remove' : 'change';
    return [{ change, subject: `${this.section}: all` }];
  }

  async read(on: Statements, { id }: Application): Promise<SectionContent | undefined> {
    const value = await this.prices.find(on, id);
    return value.length === 0 ? undefined : { value, withheld: [] };
  }
}
