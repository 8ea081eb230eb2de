import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { requireFreePort } from './ports.js';

describe('requireFreePort', () => {
  it('requireFreePort names the port and the setting when the port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const sentence = `Port ${port} is taken by another program; stop that, or set SIMULATOR_PORT to another port.`;
    await expect(requireFreePort(port, '127.0.0.1', 'SIMULATOR_PORT')).rejects.toThrow(sentence);
    server.close();
    await once(server, 'close');
    await requireFreePort(port, '127.0.0.1', 'SIMULATOR_PORT');
    await requireFreePort(0, undefined, 'PORT');
  });
});
