// npm run manifests: writes base, components, overlays and chart of k8s/ from the list in k8s/manifests. The tests compare them.
import { main, passOn, setUp, tool } from './setup.mjs';

main(async () => {
  const node = await setUp();
  process.env.WRITE_MANIFESTS = '1';
  return passOn(node, [tool('vitest/vitest.mjs'), 'run', 'test/checks/manifests/written-files.spec.ts']);
});
