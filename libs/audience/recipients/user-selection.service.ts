import { Injectable } from '@nestjs/common';
import { EventDefinitionService } from '#libs/events';
import { isPrivateAttribute, UserLookupService } from '#libs/users';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { AudienceRepository } from '../sql-engine/audience.repository.js';
import { listAddressesOf } from '../targets/reach/reach.js';
import { collectNames } from '../targets/resolve-target.js';
import { listLeaves, type Target } from '../targets/target.js';
import { AudienceService } from './audience.service.js';

/** A selection that takes longer is refused: nobody waits so long for a file to begin. */
const MAX_SELECT_MS = 60_000;
/** Users of one statement: fewer than a count reads, because their ids are an answer that is built in memory. */
const USERS_PER_RANGE = 50_000;

/** The users of a target, reachable or not. */
@Injectable()
export class UserSelectionService {
  constructor(
    private readonly audience: AudienceService,
    private readonly repository: AudienceRepository,
    private readonly users: UserLookupService,
    private readonly events: EventDefinitionService,
    private readonly db: Database,
  ) {}

  /**
   * What a target looks at and not everybody may see: the code of an attribute of users or of an event, or `location`;
   * undefined: there is nothing of that.
   */
  async findPrivateCode(appId: number, target: Target): Promise<string | undefined> {
    const leaves = listLeaves(target);
    if (leaves.some(({ type }) => type === 'location')) {
      return 'location';
    }
    const codes = [
      ...collectNames(target).codes,
      ...leaves.flatMap((leaf) => (leaf.type === 'reachable' ? listAddressesOf(leaf) : [])),
    ];
    const attributes = await this.users.getAttributesByCode(appId, codes);
    const hidden = codes.find((code) => {
      const attribute = attributes.get(code);
      return attribute !== undefined && isPrivateAttribute(attribute);
    });
    return hidden ?? (await this.findPrivateDetail(appId, leaves));
  }

  /** The history of a person hides such values too. */
  private async findPrivateDetail(appId: number, leaves: readonly Target[]): Promise<string | undefined> {
    const conditions = leaves.flatMap((leaf) =>
      leaf.type === 'event' ? leaf.where.map(({ attribute }) => ({ event: leaf.name, attribute })) : [],
    );
    if (conditions.length === 0) {
      return undefined;
    }
    const catalogue = await this.events.getCatalogueFor(
      appId,
      conditions.map(({ event }) => event),
    );
    return conditions.find(
      ({ event, attribute }) => catalogue.find(event)?.attributeByKey.get(attribute)?.privateInfo === true,
    )?.attribute;
  }

  /**
   * Uids of everybody who matches, four bytes each, in parts that one statement reads.
   *
   * @param asked  nothing is read after it has ended, in the database too
   * @throws AppError as `AudienceService.resolve`, unavailable when it takes too long; the reason of `asked`
   */
  async findUids(appId: number, target: Target, asked: AbortSignal): Promise<Uint32Array[]> {
    const limit = AbortSignal.timeout(MAX_SELECT_MS);
    const until = AbortSignal.any([asked, limit]);
    try {
      return await this.db.runUntil(until, async () => {
        const resolved = await this.audience.resolve(appId, target);
        const parts: Uint32Array[] = [];
        for (const range of await this.audience.listRanges(appId, USERS_PER_RANGE)) {
          until.throwIfAborted();
          const uids = await this.audience.readParts(
            appId,
            resolved,
            { ...range, kind: 'email', platforms: [] },
            (part, members, partTarget) => this.repository.findUids(appId, partTarget, part, members),
          );
          parts.push(Uint32Array.from(uids).toSorted());
        }
        return parts;
      });
    } catch (error) {
      throw limit.aborted ? new AppError('unavailable', 'The audience takes too long to be found') : error;
    }
  }
}
