import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import type { WatchDefinition, WatchFault } from '../model/watch.types.js';

/** Finds the reason why a watch makes no events. */
type FaultFinder = (tx: Tx, appId: number, catalog: string, watch: WatchDefinition) => Promise<WatchFault | undefined>;

const WORDS: Readonly<Record<WatchFault, string>> = {
  UNKNOWN_EVENT: 'one of its events is not defined',
  UNKNOWN_ATTRIBUTE: 'one of its events lacks the attribute',
  PRIVATE_ATTRIBUTE: 'the attribute is private, so the key of its event has to be private too',
  WRONG_ATTRIBUTE: 'the attributes of its event have other types, or further ones are mandatory',
};

/** Knows before the first change why a watch would make no events. Modules with events register. */
@Injectable()
export class WatchFaultService {
  private readonly finders: FaultFinder[] = [];

  register(find: FaultFinder): void {
    this.finders.push(find);
  }

  /** @returns warnings with the place of each watch */
  async describe(
    tx: Tx,
    appId: number,
    catalogs: Iterable<readonly [string, { watches: readonly WatchDefinition[] }]>,
  ): Promise<string[]> {
    const warnings: string[] = [];
    for (const [name, { watches }] of catalogs) {
      for (const watch of watches) {
        const faults = await Promise.all(this.finders.map((find) => find(tx, appId, name, watch)));
        warnings.push(
          ...faults.flatMap((fault) =>
            fault === undefined
              ? []
              : `catalogs: ${name}: watch.${watch.kind} makes no events: ${WORDS[fault]} (${fault})`,
          ),
        );
      }
    }
    return warnings;
  }
}
