import { Cluster } from 'ioredis';
import type { BucketUse, SharedBuckets } from '#platform/limits';
import type { RedisClient } from './open-redis.js';

/** KEYS: buckets. ARGV: for each the used and the window milliseconds. Returns the milliseconds until each is full. */
const REPORT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local left = {}
for i, key in ipairs(KEYS) do
  local full = math.max(tonumber(redis.call('GET', key) or '0'), now)
  full = math.min(full + tonumber(ARGV[2 * i - 1]), now + 2 * tonumber(ARGV[2 * i]))
  left[i] = tostring(full - now)
  redis.call('SET', key, string.format('%.3f', full), 'PX', math.floor(full - now) + 1000)
end
return left`;

/** The buckets in Redis, beside the queue. A bucket that is full has no key. */
export class RedisBuckets implements SharedBuckets {
  constructor(
    private readonly redis: RedisClient,
    private readonly prefix: string,
  ) {}

  /** The buckets of a cluster are spread over its nodes, so each is a call of its own. */
  async report(uses: readonly BucketUse[]): Promise<number[]> {
    if (this.redis instanceof Cluster) {
      return (await Promise.all(uses.map((use) => this.reportTogether([use])))).flat();
    }
    return this.reportTogether(uses);
  }

  private async reportTogether(uses: readonly BucketUse[]): Promise<number[]> {
    const keys = uses.map(({ bucket }) => `${this.prefix}:limit:${bucket}`);
    const times = uses.flatMap(({ usedSeconds, windowSeconds }) => [usedSeconds * 1000, windowSeconds * 1000]);
    const left = (await this.redis.eval(REPORT, keys.length, ...keys, ...times)) as string[];
    return left.map((milliseconds) => Number(milliseconds) / 1000);
  }
}
