import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  type Application,
  type ApplyContext,
  type ApplySection,
  type Difference,
  type SectionContent,
} from '#libs/tenancy';
import type { Statements, Tx } from '#platform/db';
import { LiveHeadersService } from '../live-headers.service.js';
import { LiveSourceRepository } from '../live-source.repository.js';
import type { LiveSource } from '../live-source.types.js';
import { DEFAULT_PER_SECOND, FETCHES_REFERENCE, TIMEOUT_SECONDS } from './fetches-reference.js';
import { readFetches, type WrittenFetch } from './read-fetches.js';

/** The section `fetches` of an application file: servers whose answers templates read. */
@Injectable()
export class FetchesSection implements ApplySection {
  readonly section = 'fetches';
  readonly reference = FETCHES_REFERENCE;

  constructor(
    private readonly sources: LiveSourceRepository,
    private readonly sealing: LiveHeadersService,
  ) {}

  async apply(tx: Tx, { id: appId }: Application, value: unknown, context: ApplyContext): Promise<Difference[]> {
    const desired = readFetches(value, this.section);
    const present = new Map((await this.sources.lock(tx, appId)).map((source) => [source.name, source]));
    const differences: Difference[] = [];
    for (const written of desired.values()) {
      const stored = present.get(written.name);
      const change = stored ? this.findChange(stored, written) : 'add';
      if (change) {
        await this.store(tx, appId, stored, written);
        differences.push({ change, subject: `fetches: ${written.name}` });
      }
    }
    for (const { sourceId, name } of context.prune ? present.values() : []) {
      if (!desired.has(name)) {
        await this.sources.delete(tx, sourceId);
        differences.push({ change: 'remove', subject: `fetches: ${name}` });
      }
    }
    return differences;
  }

  /** A source that is listed without its headers keeps them. */
  async read(on: Statements, { id }: Application): Promise<SectionContent | undefined> {
    const sources = await this.sources.list(on, id);
    return sources.length === 0 ? undefined : { value: sources.map(toEntry), withheld: [] };
  }

  private findChange(stored: LiveSource, { headers, ...written }: WrittenFetch): 'change' | undefined {
    const { sourceId: _id, appId: _app, headerNames: _names, sealed: _sealed, ...settings } = stored;
    const isSame =
      isDeepStrictEqual({ ...settings }, written) &&
      (headers === undefined || isDeepStrictEqual(this.sealing.open(stored), headers));
    return isSame ? undefined : 'change';
  }

  private async store(
    tx: Tx,
    appId: number,
    stored: LiveSource | undefined,
    { headers, ...written }: WrittenFetch,
  ): Promise<void> {
    const names = Object.keys(headers ?? {});
    const earlier = { headerNames: stored?.headerNames ?? [], sealed: stored?.sealed ?? null };
    const sealed = names.length > 0 ? this.sealing.seal({ appId, name: written.name }, headers ?? {}) : null;
    const source = { ...written, appId, ...(headers === undefined ? earlier : { headerNames: names, sealed }) };
    await (stored ? this.sources.update(tx, source) : this.sources.insert(tx, source));
  }
}

function toEntry({ name, url, simulator, per, cacheMs, timeoutMs, onFailure, perSecond }: LiveSource): object {
  return {
    name,
    url,
    ...(simulator && { simulator }),
    per,
    ...(cacheMs > 0 && { cache: `${cacheMs / 1000}s` }),
    ...(timeoutMs !== 1000 * TIMEOUT_SECONDS.standard && { timeout: `${timeoutMs / 1000}s` }),
    ...(perSecond !== DEFAULT_PER_SECOND && { perSecond }),
    onFailure,
  };
}
