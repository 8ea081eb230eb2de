// npm run overlay -- FOLDER: refuses an overlay that does not say which images run, byte for byte, or still has the
// addresses of the example. Run it on yours before it is applied.
import { compose } from './checks/support/kustomize.mjs';
import { faultsOfRelease } from './checks/support/release-rules.mjs';
import { report } from './checks/support/report.mjs';

const folder = process.argv[2];
if (folder === undefined) {
  report(['npm run overlay -- FOLDER: names the folder of an overlay, such as k8s/overlays/production'], '');
} else {
  try {
    const objects = compose(folder);
    report(faultsOfRelease(objects), `${objects.length} objects name their images by digest, and their own addresses`);
  } catch (error) {
    report([error.message], '');
  }
}
