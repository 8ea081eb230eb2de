import { describe } from 'vitest';
import { findBrowser } from '../../support/panel/panel-browser.js';
import { describeScreens } from '../../support/panel/screens/recorded-screens.js';

describe.skipIf(findBrowser('chrome') === undefined)('Screens of the panel in Chrome', () => describeScreens('chrome'));
