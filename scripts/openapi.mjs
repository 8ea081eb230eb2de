// npm run openapi: writes openapi/*.json, and the types of a client, from the code. The tests compare them.
import { main, passOn, setUp, tool } from './setup.mjs';

main(async () => {
  const node = await setUp();
  process.env.WRITE_OPENAPI = '1';
  return passOn(node, [tool('vitest/vitest.mjs'), 'run', 'apps/gateway/http/openapi/openapi.http-spec.ts']);
});
