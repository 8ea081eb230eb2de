import { access, constants, statfs } from 'node:fs/promises';
import { failed, ok, type Check } from '../check.js';

const MB = 1024 * 1024;
const MIN_FREE_BYTES = 500 * MB;

/** The folder of keys, logs and the embedded database can be written, and its disk has space. */
export const homeCheck: Check = {
  name: 'home',
  async run({ home }) {
    const exists = await access(home).then(
      () => true,
      () => false,
    );
    if (!exists) {
      return ok(`${home} (made at the first start)`);
    }
    await access(home, constants.W_OK);
    const disk = await statfs(home);
    const freeBytes = disk.bavail * disk.bsize;
    return freeBytes < MIN_FREE_BYTES
      ? failed(`only ${Math.floor(freeBytes / MB)} MB are free on the disk of ${home}: make room, or set HERALD_HOME`)
      : ok(`${home}, ${Math.floor(freeBytes / MB)} MB free`);
  },
};
