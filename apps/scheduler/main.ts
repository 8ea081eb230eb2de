import 'reflect-metadata';
import { runProcess } from '#platform/process';
import { startScheduler } from './start.js';

await runProcess('scheduler', startScheduler);
