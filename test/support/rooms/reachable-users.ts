import type { SimulatorClient } from '../processes/simulator-client.js';

export type Reach = 'IOS' | 'ANDROID' | 'HUAWEI' | 'CHROME' | 'FIREFOX' | 'EMAIL' | 'SMS' | 'WHATSAPP' | 'CHAT';

/**
 * Bodies of `registerUsers` for users that can be reached on one platform each, numbered `from … from + count - 1`.
 * Tokens have the length and alphabet of real ones: 64 hex digits for APNs, about 150 characters for FCM.
 */
export async function reachableUsers(
  simulators: SimulatorClient,
  platform: Reach,
  count: number,
  from = 0,
): Promise<object[]> {
  const subscriptions =
    platform === 'CHROME' || platform === 'FIREFOX' ? await simulators.subscriptions(count) : undefined;
  return Array.from({ length: count }, (_, index) => {
    const n = from + index;
    const extId = `${platform.toLowerCase()}-${n}`;
    switch (platform) {
      case 'IOS':
        return { extId, platform, deviceToken: n.toString(16).padStart(64, '0') };
      case 'ANDROID':
        return { extId, platform, deviceToken: `f${String(n).padStart(21, '0')}:${'APA91b'.repeat(21)}${n}` };
      case 'HUAWEI':
        return { extId, platform, deviceToken: `IQAAAACy${String(n).padStart(100, '0')}` };
      case 'CHROME':
      case 'FIREFOX':
        return { extId, platform, deviceToken: JSON.stringify(subscriptions?.[index]) };
      case 'EMAIL':
        return { extId, email: `user${n}@example.com` };
      case 'SMS':
        return { extId, msisdn: `+4917${String(10_000_000 + n)}` };
      case 'WHATSAPP':
        return n % 2 === 0
          ? { extId, wpNumber: `+4916${String(10_000_000 + n)}` }
          : { extId, whatsappId: `DE.${10_000_000 + n}` };
      case 'CHAT':
        return { extId, chatAddress: n % 2 === 0 ? `telegram:${10_000_000 + n}` : `slack:U${10_000_000 + n}` };
    }
  });
}
