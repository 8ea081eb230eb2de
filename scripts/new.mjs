// npm run new -- provider NAME: begins what a developer adds. It needs no build.
import { newProvider } from './new/provider.mjs';
import { main, passOn, ROOT, SetupError, setUpDependencies, tool } from './setup.mjs';

main(async () => {
  const [kind, name, ...more] = process.argv.slice(2);
  if (kind !== 'provider' || name === undefined || more.length > 0) {
    throw new SetupError('Usage: npm run new -- provider NAME');
  }
  let result;
  try {
    result = newProvider(ROOT, name);
  } catch (error) {
    throw new SetupError(error.message, { cause: error });
  }
  const { created, changed } = result;
  const code = await passOn(await setUpDependencies(), [tool('oxfmt/bin/oxfmt'), ...created, ...changed]);
  console.log(
    `\nFill in libs/channels/providers/${name} and apps/simulators/${name}, by docs/add-a-provider.md, until`,
  );
  console.log(`  npm test -- libs/channels/providers/${name}\npasses.`);
  return code;
});
