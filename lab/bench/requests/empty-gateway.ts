import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { Controller, Get, Query } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { openDatabase } from '#platform/db';
import { createRegistry } from '#platform/health';
import { runProcess } from '#platform/app';
import { openQueueConnection } from '#platform/queue';
import { OkResponse } from '../../../apps/gateway/http/responses/responses.js';
import { CurrentCaller, RequiresScope, RestApi } from '../../../apps/gateway/http/auth/api-key.guard.js';
import { createGateway } from '../../../apps/gateway/create-gateway.js';
import { ExtIdQuery, ProfileDto } from '../../../apps/gateway/rest/users/profile.dto.js';

/** A route with everything that a read has in front of its work (key, scope, query, answer, log) and no work. */
@RestApi('Yardstick')
@RequiresScope('users')
@Controller('rest/3.0')
class EmptyController {
  @Get('nothing')
  @OkResponse('Nothing', ProfileDto)
  nothing(@CurrentCaller() _caller: Caller, @Query() { extId }: ExtIdQuery): ProfileDto {
    return { extId, profile: {} };
  }
}

/** The product's gateway with that one route: the yardstick of `bench read`. */
await runProcess('empty gateway', async (config, logger) => {
  const db = await openDatabase(config.DATABASE_URL, config.DATABASE_POOL, logger);
  const queue = openQueueConnection(config, logger);
  const registry = createRegistry('empty gateway');
  const app = await createGateway(
    { config, logger, db, queue },
    { registry, ready: () => db.ping().then(() => ({ isReady: true, checks: [] })) },
    [EmptyController],
  );
  await app.listen(0);
  return {
    port: (app.getHttpServer().address() as AddressInfo).port,
    registry,
    async stop() {
      await app.close();
      await queue.close();
      await db.close();
    },
  };
});
