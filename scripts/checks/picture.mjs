// docs/images/rooms.svg shows the imports as they are, and none goes up.
process.argv.push('--check');
await import('../picture.mjs');
