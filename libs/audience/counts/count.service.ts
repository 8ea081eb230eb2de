import { Injectable } from '@nestjs/common';
import { UserLookupService, type AttributeDefinition, type AttributeScalar } from '#libs/users';
import { ClockService } from '#platform/runtime';
import { malformed } from '#platform/errors';
import { AudienceService } from '../audience.service.js';
import { parseTarget } from '../parse-target.js';
import { attributeOf } from '../resolve-target.js';
import type { TargetValue } from '../target.js';
import { typedValue } from '../typed-value.js';
import { parseGroupBy, type Bucket, type CountBatch, type GroupBy } from './group-by.js';
import { CountEngine, type Counted } from './count-engine.service.js';
import type { StoredAttribute, ValueCount } from './group-count.repository.js';
import { installationAttribute } from './installation-attributes.js';

/** What one answer can hold. */
const MOST_VALUES = 100_000;

/** Counts of distinct users (specification, section 4.10): exact, as of the time that the answer names. */
@Injectable()
export class CountService {
  constructor(
    private readonly users: UserLookupService,
    private readonly audience: AudienceService,
    private readonly engine: CountEngine,
    private readonly clock: ClockService,
  ) {}

  /** All users of an application. */
  async countUsers(appId: number): Promise<number> {
    return (await this.engine.countUsers(appId)).counts;
  }

  /**
   * `targeting/count`.
   *
   * @param target  of the specification's form: attributes alone
   * @throws AppError missing_field, malformed, bad_address
   */
  async count(appId: number, target: unknown): Promise<Counted<number>> {
    const { tree } = parseTarget(target, 'count');
    return this.engine.count(appId, await this.audience.resolve(appId, tree));
  }

  /**
   * `targeting/count-batch`: users per value or bucket. A user who has several values counts under each.
   *
   * @throws AppError missing_field, malformed
   */
  async countBatch(appId: number, request: CountBatch): Promise<Counted<ReadonlyMap<string, number>>> {
    const groupBy = parseGroupBy(request);
    const { counts, asOf } =
      groupBy.by === 'installation'
        ? await this.byInstallation(appId, groupBy)
        : await this.byAttribute(appId, groupBy, await this.definition(appId, groupBy.code));
    if (counts.size > MOST_VALUES) {
      throw malformed(
        `'${groupBy.code.slice(0, 80)}' has more than ${MOST_VALUES} different values: name those wanted in 'values'`,
      );
    }
    return { counts, asOf };
  }

  private async definition(appId: number, code: string): Promise<AttributeDefinition> {
    return attributeOf(code, await this.users.getAttributesByCode(appId, [code]));
  }

  private async byInstallation(appId: number, { code, values }: GroupBy): Promise<Counted<Map<string, number>>> {
    const attribute = installationAttribute(code);
    const asked = values?.map((value) => ({ key: String(value), stored: attribute.stored(value) }));
    const stored = asked?.flatMap((value) => value.stored ?? []);
    const { counts, asOf } = await this.engine.countByInstallation(appId, attribute.column, stored);
    const rows = asked
      ? answered(asked, counts)
      : new Map(counts.map(({ value, users }) => [attribute.shown(value), users]));
    return { counts: rows, asOf };
  }

  private async byAttribute(
    appId: number,
    groupBy: GroupBy,
    definition: AttributeDefinition,
  ): Promise<Counted<Map<string, number>>> {
    const asked = groupBy.values?.map((value) => ({
      key: String(value),
      stored: typedValue(definition, value, 'values'),
    }));
    if (groupBy.buckets) {
      return this.byBucket(
        appId,
        definition,
        groupBy.buckets,
        asked?.map(({ stored }) => stored),
      );
    }
    const { counts, asOf } = definition.column
      ? await this.byAddress(
          appId,
          definition.column,
          asked?.map(({ stored }) => String(stored)),
        )
      : await this.engine.countByValue(
          appId,
          held(definition),
          asked?.map(({ stored }) => stored),
        );
    const rows = asked ? answered(asked, counts) : new Map(counts.map(({ value, users }) => [String(value), users]));
    return { counts: rows, asOf };
  }

  private async byBucket(
    appId: number,
    definition: AttributeDefinition,
    buckets: readonly Bucket[],
    values: readonly AttributeScalar[] | undefined,
  ): Promise<Counted<Map<string, number>>> {
    const bounds = buckets.map(({ key, least, most }): [number, number] => {
      const [from, to] = [boundOf(definition, least), boundOf(definition, most)];
      if (from > to) {
        throw malformed(`Field 'groupBy.buckets' has a bucket that ends before it begins: ${key.slice(0, 80)}`);
      }
      return [from, to];
    });
    const { counts, asOf } = await this.engine.countByBucket(appId, held(definition), bounds, values);
    const byPlace = new Map(counts.map(({ value, users }) => [value, users]));
    return { counts: new Map(buckets.map(({ key }, index) => [key, byPlace.get(index + 1) ?? 0])), asOf };
  }

  /** Addresses asked for are found through the look-up, whatever their case; each is answered as asked. */
  private async byAddress(
    appId: number,
    column: 'email' | 'msisdn',
    asked: readonly string[] | undefined,
  ): Promise<Counted<ValueCount<string>[]>> {
    if (!asked) {
      return this.engine.countByAddress(appId, column);
    }
    const asOf = this.clock.now();
    const found = await this.users.findUsersByAddresses(appId, column, asked);
    const counts = [...new Set(asked)].map((value) => {
      const holders = found.filter(({ address }) => address.toLowerCase() === value.toLowerCase());
      return { value, users: new Set(holders.map(({ uid }) => uid)).size };
    });
    return { counts, asOf };
  }
}

function held({ attrId, array, removing }: AttributeDefinition): StoredAttribute {
  return { attrId, array, ...(removing && { removing }) };
}

/** The bounds of whole numbers need not be whole. */
function boundOf(definition: AttributeDefinition, bound: TargetValue): number {
  const { dataType } = definition;
  if (dataType === 'STRING' || dataType === 'BOOLEAN') {
    throw malformed(`Field 'groupBy.buckets' is for numeric attributes; '${definition.code}' is of type ${dataType}`);
  }
  const isDate = dataType === 'DATE' || dataType === 'TIME_STAMP';
  const type: AttributeDefinition = { ...definition, dataType: isDate ? dataType : 'DOUBLE' };
  return Number(typedValue(type, bound, 'groupBy.buckets'));
}

/** One entry for each value asked for, under the text in which it was asked. */
function answered<V>(
  asked: readonly { key: string; stored: V | undefined }[],
  rows: readonly ValueCount<V>[],
): Map<string, number> {
  const users = new Map(rows.map((row) => [row.value, row.users]));
  return new Map(asked.map(({ key, stored }) => [key, (stored === undefined ? undefined : users.get(stored)) ?? 0]));
}
