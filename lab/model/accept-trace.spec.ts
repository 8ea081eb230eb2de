import { describe, expect, it } from 'vitest';
import { acceptTrace, type Moment } from './accept-trace.js';
import { protocolOf } from './protocol.js';
import { changeSetting, SETTINGS } from './setting.js';

/** A worker dies after its first message; the next one asks, or sends again, or gives up. */
const DEATH: Moment[] = [['accepted 0'], ['death']];
const SECOND: Moment[] = [['accepted 1'], ['success 1'], ['finished']];

describe('acceptTrace', () => {
  it('acceptTrace accepts a trace that the protocol can produce', () => {
    const push = [...DEATH, ['listed 0'], ['accepted 0'], ['success 0'], ...SECOND];
    expect(acceptTrace(protocolOf(SETTINGS.push), push)).toEqual({ isAccepted: true, refusedAt: -1 });
    const email = [...DEATH, ['listed 0', 'failed 0'], ...SECOND];
    expect(acceptTrace(protocolOf(SETTINGS.email), email)).toEqual({ isAccepted: true, refusedAt: -1 });
    const sms = [...DEATH, ['success 0', 'listed 0'], ['accepted 1'], ['pause'], ['success 1'], ['finished']];
    expect(acceptTrace(protocolOf(SETTINGS.sms), sms)).toEqual({ isAccepted: true, refusedAt: -1 });
  });

  it('acceptTrace refuses a trace at the moment that the protocol cannot produce', () => {
    const unlisted = [...DEATH, ['accepted 0'], ['success 0'], ...SECOND];
    expect(acceptTrace(protocolOf(SETTINGS.push), unlisted)).toEqual({ isAccepted: false, refusedAt: 2 });
    const mailTwice = [...DEATH, ['listed 0', 'failed 0'], ['accepted 0']];
    expect(acceptTrace(protocolOf(SETTINGS.email), mailTwice)).toEqual({ isAccepted: false, refusedAt: 3 });
    const afterStop: Moment[] = [['accepted 0'], ['success 0'], ['stop'], ['accepted 1'], ['success 1'], ['finished']];
    expect(acceptTrace(protocolOf(SETTINGS.sms), afterStop).isAccepted).toBe(true);
    const afterPause: Moment[] = [['accepted 0'], ['pause'], ['success 0'], ['accepted 1']];
    // With a busy provider the first message could be a retry, beside the second.
    const calm = changeSetting(SETTINGS.sms, { faults: { total: 0 } });
    expect(acceptTrace(protocolOf(calm), afterPause)).toEqual({ isAccepted: false, refusedAt: 3 });
  });
});
