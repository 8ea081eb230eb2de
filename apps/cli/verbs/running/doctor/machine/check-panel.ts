import { readSettings } from '../../../../up/settings.js';
import { ok, warning, type Check } from '../check.js';

export const panelCheck: Check = {
  name: 'panel',
  async run({ env }) {
    const { PANEL_URL, PUBLIC_URL } = readSettings(env);
    if (PANEL_URL === undefined) {
      return PUBLIC_URL === undefined
        ? ok('is for this machine: passkeys work on localhost')
        : warning(
            'PANEL_URL is not set: the panel shares its host with everything else, and has passkeys on localhost alone',
          );
    }
    const { protocol, host, hostname } = new URL(PANEL_URL);
    if (protocol !== 'https:' && hostname !== 'localhost') {
      return warning('PANEL_URL begins with http: browsers take no passkeys there, and cookies are sent in the clear');
    }
    return PUBLIC_URL !== undefined && new URL(PUBLIC_URL).host === host
      ? ok(`is at ${PANEL_URL}, on the host of everything else`)
      : ok(`is at ${PANEL_URL}`);
  },
};
