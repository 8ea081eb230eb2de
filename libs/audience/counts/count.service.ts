import { Injectable } from '@nestjs/common';
import { requirePrivateView, type Viewer } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import type { AttributeDefinition, AttributeScalar } from '#libs/users/profiles';
import { AppError, malformed } from '#platform/errors';
import { AudienceService, PrivateTargetService } from '#libs/audience/recipients';
import { requireAttribute } from '../targets/resolve-target.js';
import type { ResolvedTarget, Target } from '../targets/target.js';
import { convertBound, convertValue } from '../targets/conditions/convert-value.js';
import { refuseSealed } from '../targets/conditions/sealed-values.js';
import type { CountBatchDto } from './count-batch.dto.js';
import { refuseDistinct, refuseIdentifying } from './distinct-values.js';
import { toGroupBy, type Bucket, type GroupBy } from './group-by.js';
import { CountEngineService, OutdatedDefinitionError } from './count-engine.service.js';
import type { CountResult } from './index-answers.service.js';
import type { StoredAttribute, ValueCount } from '../sql-engine/group-count.repository.js';
import { requireInstallationAttribute } from '../targets/conditions/installation-attributes.js';

/** One more attempt for each attribute that changes for all users during a count. */
const MAX_ATTEMPTS = 5;

/** Counts distinct users (specification, section 4.10), exact as of the time in the answer. */
@Injectable()
export class CountService {
  constructor(
    private readonly users: UserLookupService,
    private readonly audience: AudienceService,
    private readonly privateTargets: PrivateTargetService,
    private readonly engine: CountEngineService,
  ) {}

  /** All users of an application. */
  async countUsers(appId: number): Promise<number> {
    return (await this.engine.countUsers(appId)).counts;
  }

  /**
   * Counts the users of a target (`targeting/count`).
   *
   * @param target  a target of any form
   * @param viewer  gets the number
   * @throws AppError missing_field, malformed, bad_address; as `PrivateTargetService.refuseCompared`
   */
  async count(appId: number, target: Target, viewer: Viewer): Promise<CountResult<number>> {
    return this.withResolved(appId, target, viewer, (resolved) => this.engine.count(appId, resolved));
  }

  /**
   * Counts the users of a target where the index answers. Rows of events are read for behaviour, which takes seconds.
   *
   * @returns undefined where only the rows could tell
   * @throws AppError as `count`
   */
  async countByIndex(appId: number, target: Target, viewer: Viewer): Promise<CountResult<number> | undefined> {
    return this.withResolved(appId, target, viewer, (resolved) => this.engine.countByIndex(appId, resolved));
  }

  /**
   * Draws at most `size` users of a target, each as likely as every other.
   *
   * @throws AppError as `count`
   */
  async draw(appId: number, target: Target, size: number, viewer: Viewer): Promise<CountResult<number[]>> {
    return this.withResolved(appId, target, viewer, (resolved) => this.engine.draw(appId, resolved, size));
  }

  /**
   * Counts users by each value of an attribute, or of a column of devices.
   *
   * @throws AppError permission_missing; malformed for sealed attributes, addresses, too many values
   */
  async countValues(
    appId: number,
    { isOfDevice, code, field }: { isOfDevice: boolean; code: string; field: string },
    viewer: Viewer,
  ): Promise<CountResult<ReadonlyMap<string, number>>> {
    if (isOfDevice) {
      return this.countByInstallation(appId, { by: 'installation', code, field });
    }
    return this.withLatestDefinitions(appId, async () => {
      const definition = await this.findDefinition(appId, code);
      refuseUnseen(definition, viewer);
      return this.countByAttribute(appId, { by: 'profile', code, field }, { ...definition, privateInfo: false });
    });
  }

  /**
   * Runs `work` with a target by ids; again, when it finds them outdated.
   *
   * @throws AppError as `count`
   */
  async withResolved<R>(
    appId: number,
    target: Target,
    viewer: Viewer,
    work: (resolved: ResolvedTarget) => Promise<R>,
  ): Promise<R> {
    await this.privateTargets.refuseCompared(appId, target, viewer);
    const searched = listSearchedCodes(target);
    return this.withLatestDefinitions(appId, async () => {
      if (searched.length > 0) {
        refuseSearchOfPrivate(await this.users.getAttributesByCode(appId, searched), searched);
      }
      return work(await this.audience.resolve(appId, target));
    });
  }

  /**
   * Counts users per value or bucket (`targeting/count-batch`). A user with several values counts for each. A grouping
   * that identifies single people by their values is refused.
   *
   * @throws AppError missing_field, malformed; key_not_allowed for ranges of private values
   */
  async countBatch(
    appId: number,
    request: CountBatchDto,
    viewer: Viewer,
  ): Promise<CountResult<ReadonlyMap<string, number>>> {
    const groupBy = toGroupBy(request);
    if (groupBy.by === 'installation') {
      return this.countByInstallation(appId, groupBy);
    }
    return this.withLatestDefinitions(appId, async () => {
      const definition = await this.findDefinition(appId, groupBy.code);
      if (groupBy.buckets) {
        refuseUnseen(definition, viewer);
      }
      return this.countByAttribute(appId, groupBy, definition);
    });
  }

  /**
   * Runs a count again with definitions from the database, when those of this process were outdated. They may be a second
   * old; the time in the answer would be later than what is counted.
   */
  private async withLatestDefinitions<R>(appId: number, count: () => Promise<R>): Promise<R> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      try {
        return await count();
      } catch (error) {
        if (!(error instanceof OutdatedDefinitionError)) {
          throw error;
        }
        await this.users.refreshAttributes(appId);
      }
    }
    throw new AppError('unavailable', 'The attributes change too fast to be counted, try again', {
      retryAfterSeconds: 1,
    });
  }

  private async findDefinition(appId: number, code: string): Promise<AttributeDefinition> {
    return requireAttribute(code, await this.users.getAttributesByCode(appId, [code]));
  }

  private async countByInstallation(
    appId: number,
    { code, values, field }: GroupBy,
  ): Promise<CountResult<Map<string, number>>> {
    const attribute = requireInstallationAttribute(code, field ?? 'groupBy.installation');
    const requested = values?.map((value) => ({ key: String(value), stored: attribute.toStored(value) }));
    const stored = requested?.flatMap((value) => value.stored ?? []);
    const { counts, asOf } = await this.engine.countByInstallation(appId, attribute.column, stored);
    if (!requested) {
      refuseDistinct({ code, ...(field !== undefined && { field }) }, counts, attribute.isFixed === true);
    }
    const rows = requested
      ? pickRequested(requested, counts)
      : new Map(counts.map(({ value, users }) => [attribute.toDisplayed(value), users]));
    return { counts: rows, asOf };
  }

  private async countByAttribute(
    appId: number,
    groupBy: GroupBy,
    definition: AttributeDefinition,
  ): Promise<CountResult<Map<string, number>>> {
    if (definition.onDevices && !groupBy.buckets) {
      return this.countByInstallation(appId, groupBy);
    }
    refuseSealed(definition, 'grouped');
    refuseIdentifying(definition, groupBy);
    const requested = groupBy.values?.map((value) => ({
      key: String(value),
      stored: convertValue(definition, value, 'values'),
    }));
    if (groupBy.buckets) {
      return this.countByBucket(
        appId,
        definition,
        groupBy.buckets,
        requested?.map(({ stored }) => stored),
      );
    }
    const { counts, asOf } = await this.engine.countByValue(
      appId,
      toStoredAttribute(definition),
      requested?.map(({ stored }) => stored),
    );
    if (!requested) {
      refuseDistinct(groupBy, counts, definition.dataType === 'BOOLEAN' || definition.options !== undefined);
    }
    const rows = requested
      ? pickRequested(requested, counts)
      : new Map(counts.map(({ value, users }) => [String(value), users]));
    return { counts: rows, asOf };
  }

  private async countByBucket(
    appId: number,
    definition: AttributeDefinition,
    buckets: readonly Bucket[],
    values: readonly AttributeScalar[] | undefined,
  ): Promise<CountResult<Map<string, number>>> {
    const bounds = buckets.map(({ key, min, max }): [number, number] => {
      const [from, to] = [
        convertBound(definition, min, 'groupBy.buckets'),
        convertBound(definition, max, 'groupBy.buckets'),
      ];
      if (from > to) {
        throw malformed(`Field 'groupBy.buckets' has a bucket that ends before it begins: ${key.slice(0, 80)}`);
      }
      return [from, to];
    });
    const { counts, asOf } = await this.engine.countByBucket(appId, toStoredAttribute(definition), bounds, values);
    const byPosition = new Map(counts.map(({ value, users }) => [value, users]));
    return { counts: new Map(buckets.map(({ key }, index) => [key, byPosition.get(index + 1) ?? 0])), asOf };
  }
}

/**
 * Refuses an attribute whose values who asks may not see.
 *
 * @throws AppError permission_missing, key_not_allowed
 */
export function refuseUnseen(definition: AttributeDefinition, viewer: Viewer): void {
  if (definition.privateInfo) {
    requirePrivateView(viewer, `'${definition.code.slice(0, 80)}' is private`);
  }
}

function toStoredAttribute({ attrId, array, removing }: AttributeDefinition): StoredAttribute {
  return { attrId, array, ...(removing && { removing }) };
}

/** One entry for each requested value, under its requested text. */
function pickRequested<V>(
  requested: readonly { key: string; stored: V | undefined }[],
  rows: readonly ValueCount<V>[],
): Map<string, number> {
  const users = new Map(rows.map((row) => [row.value, row.users]));
  return new Map(
    requested.map(({ key, stored }) => [key, (stored === undefined ? undefined : users.get(stored)) ?? 0]),
  );
}

/** Codes of attributes in which a target looks for parts of texts. */
function listSearchedCodes(target: Target): string[] {
  return target.type === 'contains' ? [target.code] : 'of' in target ? target.of.flatMap(listSearchedCodes) : [];
}

/**
 * A caller that may count by parts of a private text could spell it letter by letter.
 *
 * @throws AppError malformed
 */
function refuseSearchOfPrivate(attributes: ReadonlyMap<string, AttributeDefinition>, codes: readonly string[]): void {
  const found = codes.find((code) => attributes.get(code)?.privateInfo);
  if (found !== undefined) {
    throw malformed(`Profile attribute '${found.slice(0, 80)}' is private: counts do not search it by $contains`);
  }
}
