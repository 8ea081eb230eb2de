import 'reflect-metadata';
import { runProcess } from '#platform/app';
import { startGateway } from './start.js';

await runProcess('gateway', startGateway);
