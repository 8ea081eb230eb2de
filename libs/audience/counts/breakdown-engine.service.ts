import { Injectable } from '@nestjs/common';
import type { AttributeScalar } from '#libs/users/profiles';
import { IndexBreakdownService, joinEnds } from '../bitmap-index/query/index-breakdown.service.js';
import type { NumberEnds } from '../bitmap-index/model/bit-sliced-numbers.js';
import { AudienceService } from '#libs/audience/recipients';
import { LeafMembersService } from '../segment-store/leaf-members.service.js';
import { BreakdownRepository, type TargetPart } from '../sql-engine/breakdown.repository.js';
import type { StoredAttribute, ValueCount } from '../sql-engine/group-count.repository.js';
import { listAttributes, type ResolvedTarget } from '../targets/target.js';
import { CountEngineService } from './count-engine.service.js';
import type { CountResult } from './index-answers.service.js';
import { shareLeaves } from './share-leaves.js';

/** Breaks the users of a target down: by the bitmap index if it is recent enough, else from the rows. */
@Injectable()
export class BreakdownEngineService {
  constructor(
    private readonly engine: CountEngineService,
    private readonly index: IndexBreakdownService,
    private readonly rows: BreakdownRepository,
    private readonly audience: AudienceService,
    private readonly leafMembers: LeafMembersService,
  ) {}

  /**
   * Users by value of an attribute; a user with several counts for each.
   *
   * @throws OutdatedDefinitionError
   */
  async countByValue(
    appId: number,
    target: ResolvedTarget,
    attribute: StoredAttribute,
  ): Promise<CountResult<ValueCount<AttributeScalar>[]>> {
    return this.engine.answer(
      appId,
      [...listAttributes(target), attribute],
      undefined,
      (index) => this.index.countByValue(appId, index, target, attribute),
      async () => addUp(await this.readParts(appId, target, (part) => this.rows.countByValue(part, attribute))),
    );
  }

  /** @param column  of `users.installation`; never from a request */
  async countByInstallation(
    appId: number,
    target: ResolvedTarget,
    column: string,
  ): Promise<CountResult<ValueCount<string>[]>> {
    return this.engine.answer(
      appId,
      listAttributes(target),
      undefined,
      (index) => this.index.countByInstallation(appId, index, target, column),
      async () => addUp(await this.readParts(appId, target, (part) => this.rows.countByInstallation(part, column))),
    );
  }

  /**
   * The lowest and the highest value of a numeric attribute that has one value for a user; null: no user has one.
   *
   * @throws OutdatedDefinitionError
   */
  async findEnds(
    appId: number,
    target: ResolvedTarget,
    attribute: StoredAttribute,
  ): Promise<CountResult<NumberEnds | null>> {
    const isEnds = (ends: { least: number | null; most: number | null } | undefined): ends is NumberEnds =>
      ends !== undefined && ends.least !== null;
    return this.engine.answer(
      appId,
      [...listAttributes(target), attribute],
      undefined,
      (index) => this.index.findEnds(appId, index, target, attribute),
      async () =>
        joinEnds((await this.readParts(appId, target, (part) => this.rows.findEnds(part, attribute))).filter(isEnds)),
    );
  }

  /**
   * Users by exactly the targets that they match, each user once and in one state for all targets.
   *
   * @param targets  at most 8
   * @returns users by combination: bit n stands for target n. Those who match none are left out
   * @throws OutdatedDefinitionError
   */
  async countCombinations(
    appId: number,
    targets: readonly ResolvedTarget[],
  ): Promise<CountResult<ReadonlyMap<number, number>>> {
    const shared = shareLeaves(targets);
    const some: ResolvedTarget = { type: 'or', of: shared };
    const { counts, asOf } = await this.engine.answer(
      appId,
      listAttributes(some),
      undefined,
      (index) => this.index.countCombinations(appId, index, shared),
      async () => {
        const sums = Array.from({ length: 2 ** shared.length }, () => 0);
        const parts = await this.readParts(appId, some, (part) =>
          this.rows.countCombinations({ ...part, target: { type: 'all' } }, shared),
        );
        for (const { combination, users } of parts.flat()) {
          sums[combination] = (sums[combination] ?? 0) + users;
        }
        return sums;
      },
    );
    return {
      counts: new Map([...counts.entries()].filter(([combination, users]) => combination > 0 && users > 0)),
      asOf,
    };
  }

  private async readParts<R>(
    appId: number,
    target: ResolvedTarget,
    read: (part: TargetPart) => Promise<R>,
  ): Promise<R[]> {
    const results: R[] = [];
    for (const range of await this.audience.listRanges(appId)) {
      const members = await this.leafMembers.readMembers(appId, target, range);
      results.push(await read({ appId, target, range, members }));
    }
    return results;
  }
}

/** A user is in one part, so the counts of a value add up. */
function addUp<V>(parts: readonly (readonly ValueCount<V>[])[]): ValueCount<V>[] {
  const sums = new Map<V, number>();
  for (const { value, users } of parts.flat()) {
    sums.set(value, (sums.get(value) ?? 0) + users);
  }
  return [...sums].map(([value, users]) => ({ value, users }));
}
