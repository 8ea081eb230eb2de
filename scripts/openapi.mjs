// npm run openapi: writes openapi/*.json from the code, which the tests compare, and the types of a client from those.
import { writeApiTypes } from './api-types.mjs';
import { main, passOn, setUp, tool } from './setup.mjs';

main(async () => {
  const node = await setUp();
  process.env.WRITE_OPENAPI = '1';
  const code = await passOn(node, [tool('vitest/vitest.mjs'), 'run', 'apps/gateway/http/openapi/openapi.http-spec.ts']);
  await writeApiTypes();
  return code;
});
