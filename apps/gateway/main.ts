import 'reflect-metadata';
import { runProcess } from '#platform/process';
import { startGateway } from './start.js';

await runProcess('gateway', startGateway);
