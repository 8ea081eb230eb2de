import { keepCompiledCode } from '#platform/start';

keepCompiledCode();
await import('#process/cli');
