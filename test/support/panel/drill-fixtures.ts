const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();

const PLAN = { unavailable: 0.2, reset: 0.05, timeout: 0.02, size: 1000 };
const BY = { kind: 'member', id: '1', name: 'Deniz Aksoy' };
const MAIL = { recipients: 1000, sent: 981, failed: 19, skipped: 0, arrived: 991, lost: 0, twice: 0, listed: 19 };

export const JUDGED_DRILL = {
  id: '2',
  state: 'JUDGED',
  plan: PLAN,
  copyKey: '1240',
  by: BY,
  at: ago(600),
  endedAt: ago(540),
  verdict: {
    ...MAIL,
    planned: 2000,
    recipients: 2000,
    sent: 1981,
    arrived: 1991,
    twice: 24,
    listed: 43,
    unlisted: 0,
    waiting: 0,
    seconds: 61,
    channels: [
      { ...MAIL, channel: 'apns', sent: 1000, failed: 0, arrived: 1000, twice: 24, listed: 24, unlisted: 0 },
      { ...MAIL, channel: 'smtp', unlisted: 0 },
    ],
  },
};
export const RUNNING_DRILL = {
  id: '3',
  state: 'RUNNING',
  plan: PLAN,
  copyKey: '1241',
  by: BY,
  at: ago(4),
  endedAt: null,
  verdict: null,
};
/** The wait of the drill under way, by mail. */
export const DRILL_WAIT = { planned: 100, open: 8, retries: 7, nextAt: ago(-130), lastAt: ago(-200) };
export const NO_DRILL = { possible: true, items: [] };
