import { describe, expect, it } from 'vitest';
import { PushServices } from './push-services.js';

const SETTINGS = { SIMULATOR_HOST: 'simulators', SIMULATOR_PORT: 0 };
const services = new PushServices({ ...SETTINGS, PUSH_SERVICES: 'push.corp.example,*.push.isp.example' });

describe('PushServices', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://FCM.googleapis.com/wp/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://db5p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
    'https://apnortheast.push.samsungosp.com:8090/abc',
    'https://push.corp.example/abc',
    'https://eu.push.isp.example/abc',
  ])('The push services include %s', (endpoint) => {
    expect(services.includes(new URL(endpoint))).toBe(true);
  });

  it.each([
    'https://push.example.com/1',
    'https://fcm.googleapis.com.evil.example/1',
    'https://evil-fcm.googleapis.com/1',
    'https://notify.windows.com.evil.example/1',
    'https://xpush.apple.com/1',
    'https://push.isp.example/1',
    'https://127.0.0.1/1',
    'https://simulators/1',
  ])('The push services do not include %s', (endpoint) => {
    expect(services.includes(new URL(endpoint))).toBe(false);
  });

  it('The push services include the simulators when these are enabled', () => {
    const simulated = new PushServices({ ...SETTINGS, SIMULATOR_PORT: 8090 });
    expect(simulated.includes(new URL('https://simulators:34985/wp/1'))).toBe(true);
    expect(simulated.includes(new URL('https://127.0.0.1:34985/wp/1'))).toBe(true);
  });
});
