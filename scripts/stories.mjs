// npm run stories: every story and screen of the panel in both browsers, also those that npm test leaves out in Firefox.
process.env.TEST_ALL_BROWSERS = '1';
process.argv.splice(2, 0, '--project', 'panel');
await import('./test.mjs');
