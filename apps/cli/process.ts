import { answerAtOnce } from './answers.js';

// A terminal that closes must not take the supervisor with it before it has stopped its processes.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const args = process.argv.slice(2);
const answer = answerAtOnce(args);
if (answer) {
  process.stdout.write(`${answer.text}\n`);
  process.exitCode = answer.code;
} else {
  const { callVerb } = await import('./call-verb.js');
  process.exit(await callVerb(args));
}
