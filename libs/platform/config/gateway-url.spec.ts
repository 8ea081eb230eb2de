import { describe, expect, it } from 'vitest';
import { gatewayUrl, localGatewayUrl } from './gateway-url.js';

describe('gatewayUrl', () => {
  it.each([
    [undefined, 'http://localhost:8080'],
    ['127.0.0.1', 'http://localhost:8080'],
    ['0.0.0.0', 'http://localhost:8080'],
    ['::', 'http://localhost:8080'],
    ['10.0.0.7', 'http://10.0.0.7:8080'],
    ['2001:db8::7', 'http://[2001:db8::7]:8080'],
  ])('A gateway that listens on %s is reached at %s', (HOST, url) => {
    expect(gatewayUrl({ PORT: 8080, ...(HOST !== undefined && { HOST }) }, 'localhost')).toBe(url);
  });

  it('Simulators on this machine call the address that the gateway listens on', () => {
    expect(localGatewayUrl({ PORT: 8080, TLS_CERT: 'cert.pem' })).toBe('https://127.0.0.1:8080');
    expect(localGatewayUrl({ PORT: 8080, HOST: '10.0.0.7' })).toBe('http://10.0.0.7:8080');
    expect(localGatewayUrl({ PORT: 0 })).toBeUndefined();
  });
});
