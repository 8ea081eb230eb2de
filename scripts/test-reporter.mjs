// Beside vitest's own report: why a test fails, at once, and the counts for the last line of npm test.
import { writeFileSync } from 'node:fs';

/** Where the counts go, as JSON. */
export const COUNTS_FILE = 'HERALD_TEST_COUNTS';

const MAX_LINES = 12;

export default class TestReporter {
  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state === 'failed') {
      tell(`${test.module.relativeModuleId} > ${test.fullName}`, errors);
    }
  }

  onTestModuleEnd(module) {
    const errors = module.errors();
    if (errors.length > 0) {
      tell(module.relativeModuleId, errors);
    }
  }

  /** A file that could not be loaded, or failed beside its tests, counts as one failure: it must never look like success. */
  onTestRunEnd(modules) {
    const counts = { passed: 0, failed: 0 };
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state);
      const failed = states.filter((state) => state === 'failed').length;
      counts.passed += states.filter((state) => state === 'passed').length;
      counts.failed += failed === 0 && module.state() === 'failed' ? 1 : failed;
    }
    writeFileSync(process.env[COUNTS_FILE], JSON.stringify(counts));
  }
}

function tell(name, errors) {
  for (const { message, stack } of errors) {
    const place = stack?.split('\n').find((line) => line.includes('-spec.ts') || line.includes('.spec.ts'));
    const lines = `${message}`.split('\n').slice(0, MAX_LINES);
    console.error([`FAILED ${name}`, ...lines, place?.trim()].filter((line) => line !== undefined).join('\n    '));
  }
}
