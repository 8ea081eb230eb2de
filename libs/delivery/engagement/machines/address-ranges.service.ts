import { Injectable } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { type AddressRanges, NetworkFinder, readAddressRanges } from './address-ranges.js';
import { AddressRangesRepository } from './address-ranges.repository.js';
import { DEFAULT_RANGES } from './default-ranges.js';
import { type FetchSigns, readSigns } from './fetch-signs.js';

/** A process asks so often if the list changed. */
const FRESH_MS = 60_000;

/** Address ranges of owners that publish them: those that an operator loaded, else those of the release. */
@Injectable()
export class AddressRangesService {
  private finder = new NetworkFinder(DEFAULT_RANGES);
  private updatedAt = 0;
  private askedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly repository: AddressRangesRepository,
    private readonly clock: ClockService,
  ) {}

  /** Reads the signs of a request: see `readSigns`. */
  async readSigns(readHeader: (name: string) => string | undefined, address: string | undefined): Promise<FetchSigns> {
    const now = this.clock.now().getTime();
    if (now - this.askedAt >= FRESH_MS) {
      this.askedAt = now;
      await this.refresh();
    }
    return readSigns(readHeader, address, this.finder);
  }

  /** Stores a list for every process. @throws AppError malformed */
  async replace(value: unknown, source: string): Promise<AddressRanges> {
    const ranges = readAddressRanges(value);
    await this.repository.replace(ranges, source);
    return ranges;
  }

  private async refresh(): Promise<void> {
    const updatedAt = (await this.repository.findUpdate())?.getTime() ?? 0;
    if (updatedAt !== this.updatedAt) {
      const stored = await this.repository.find();
      this.finder = new NetworkFinder(stored ? readAddressRanges(stored.ranges) : DEFAULT_RANGES);
      this.updatedAt = updatedAt;
    }
  }
}
