// npm run build: the dependencies of a start, and a build as new as the sources.
import { main, setUp } from './setup.mjs';

main(async () => {
  await setUp({ tools: false });
  return 0;
});
