import { readFile } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AuditService, INSTALLATION, type Origin } from '#libs/audit';
import { LOGGER } from '#platform/app';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClockService, reportFault, type Logger } from '#platform/runtime';
import { type AddressRanges, NetworkFinder, readAddressRanges } from './address-ranges.js';
import { AddressRangesRepository } from './address-ranges.repository.js';
import { DEFAULT_RANGES } from './default-ranges.js';
import { downloadRanges } from './ranges-client.js';
import { type FetchSigns, readSigns } from './fetch-signs.js';

/** A process asks so often if the list changed. */
const FRESH_MS = 60_000;

/** Address ranges of owners that publish them: those that an operator loaded, else those of the release. */
@Injectable()
export class AddressRangesService {
  private finder = NetworkFinder.of(DEFAULT_RANGES);
  /** The first reading of the list: what comes before its end waits for it. */
  private first: Promise<void> | undefined;
  private updatedAt = 0;
  private askedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly db: Database,
    private readonly audit: AuditService,
    private readonly repository: AddressRangesRepository,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Reads the signs of a request: see `readSigns`. */
  async readSigns(readHeader: (name: string) => string | undefined, address: string | undefined): Promise<FetchSigns> {
    const now = this.clock.now().getTime();
    if (now - this.askedAt >= FRESH_MS) {
      this.askedAt = now;
      const refreshed = this.refresh().catch((error: unknown) => {
        // The earlier list holds: a fetch that is counted with it is better than one that is lost.
        reportFault(this.logger, 'failed to read the address ranges', error);
      });
      this.first ??= refreshed;
    }
    await this.first;
    return readSigns(readHeader, address, this.finder);
  }

  /**
   * Stores a list for every process, which reads it within a minute.
   *
   * @param from  a file, or a URL with https
   * @throws AppError malformed for a list that is none, or that cannot be had; the earlier one stays
   */
  async update(origin: Origin, from: string): Promise<AddressRanges> {
    const isUrl = /^[a-z]+:\/\//i.test(from);
    const text = isUrl ? await downloadRanges(from) : await readList(from);
    const source = isUrl ? withoutSecrets(from) : from;
    const ranges = readAddressRanges(parseJson(text));
    await this.db.tx(async (tx) => {
      await this.repository.replace(tx, ranges, source);
      const differences = [{ change: 'change', subject: 'date', to: ranges.date } as const];
      await this.audit.append(tx, INSTALLATION, origin, [{ action: 'ranges.update', subject: source, differences }]);
    });
    return ranges;
  }

  private async refresh(): Promise<void> {
    const updatedAt = (await this.repository.findUpdate())?.getTime() ?? 0;
    if (updatedAt !== this.updatedAt) {
      const groups = await this.repository.findNetworks();
      this.finder = await NetworkFinder.ofSorted(
        groups.map(({ kind, networks }) => ({ kind, networks: networks.split(' ') })),
      );
      this.updatedAt = updatedAt;
    }
  }
}

/** The query of a URL may have a key of its owner's service. */
function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

async function readList(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new AppError('malformed', `The file ${path} cannot be read: ${code}`, { field: 'from' });
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('malformed', 'The list is no JSON', { field: 'from', cause: error });
  }
}
