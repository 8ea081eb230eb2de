// Checks that docs/images/modules.svg shows the present imports, and that none goes up.
process.argv.push('--check');
await import('../picture.mjs');
