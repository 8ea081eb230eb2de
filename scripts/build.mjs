// npm run build: dependencies and a build as new as the sources.
import { main, setUp } from './setup.mjs';

main(async () => {
  await setUp();
  return 0;
});
