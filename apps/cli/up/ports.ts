import { createServer } from 'node:net';
import { OperatorError } from '#platform/embedded';

/**
 * Fails before anything starts when a fixed port is in use.
 *
 * @param host  address that the process will listen on; undefined means every address
 * @param variable  setting of the port, for the message
 */
export async function requireFreePort(port: number, host: string | undefined, variable: string): Promise<void> {
  if (port === 0) {
    return;
  }
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => probe.once('error', reject).listen({ port, host }, resolve));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new OperatorError(
        `Port ${port} is taken by another program; stop that, or set ${variable} to another port.`,
      );
    }
    if (code === 'EACCES') {
      throw new OperatorError(`Port ${port} may not be used by this user; set ${variable} to one above 1023.`);
    }
    throw error;
  } finally {
    probe.close();
  }
}
