import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#platform/embedded';
import type { PeerKind } from './peer.js';
import { absence, startProgram } from './start-program.js';

/**
 * The server of nghttp2, which answers with the body of the request.
 *
 * @param options  of its command line
 */
export function nghttpd(name: string, options: readonly string[], limits: Partial<PeerKind> = {}): PeerKind {
  return {
    name: `nghttpd, ${name}`,
    absent: absence('nghttpd', 'nghttp2-server'),
    isPlainEcho: true,
    longestHeader: 20_000,
    longestBody: 200_000,
    ...limits,
    async start({ authority, folder }) {
      const port = await freePort();
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
      await writeFile(cert, authority.cert);
      await writeFile(key, authority.key, { mode: 0o600 });
      const args = ['--address=127.0.0.1', '--echo-upload', `--htdocs=${folder}`, ...options, String(port), key, cert];
      const { stop } = await startProgram('nghttpd', args, port);
      return { port, stop };
    },
  };
}
