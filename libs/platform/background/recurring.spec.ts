import { type INestApplicationContext, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterEach, describe, expect, it } from 'vitest';
import { Config } from '#platform/config';
import { listRecurringJobs, Recurring } from './recurring.js';

const config = Object.assign(new Config(), { SWEEP_MS: 40 });

@Injectable()
class CounterService {
  counted = 0;

  @Recurring('things.count', 1_000)
  async count(step = 1): Promise<number> {
    return (this.counted += step);
  }

  @Recurring('things.sweep', ({ SWEEP_MS }) => SWEEP_MS)
  async sweep(): Promise<void> {
    this.counted = 0;
  }
}

@Injectable()
class OtherService {
  @Recurring('things.count', 5)
  async count(): Promise<void> {
    // The same name in another module.
  }
}

@Module({ providers: [CounterService, { provide: 'alias', useExisting: CounterService }] })
class CounterModule {}

@Module({ imports: [CounterModule], providers: [OtherService] })
class ClashModule {}

describe('listRecurringJobs', () => {
  let app: INestApplicationContext | undefined;
  afterEach(() => app?.close());

  it('listRecurringJobs finds each declared method once, with its pause, and runs it on its provider', async () => {
    app = await NestFactory.createApplicationContext(CounterModule, { logger: false });
    const jobs = listRecurringJobs(app, config);
    expect(jobs.map(({ name, everyMs }) => [name, everyMs])).toEqual([
      ['things.count', 1_000],
      ['things.sweep', 40],
    ]);
    await jobs[0]?.run();
    await jobs[0]?.run();
    expect(app.get(CounterService).counted).toBe(2);
    await jobs[1]?.run();
    expect(app.get(CounterService).counted).toBe(0);
  });

  it('listRecurringJobs refuses two jobs of one name', async () => {
    app = await NestFactory.createApplicationContext(ClashModule, { logger: false });
    const context = app;
    expect(() => listRecurringJobs(context, config)).toThrow('Two recurring jobs are named things.count');
  });
});
