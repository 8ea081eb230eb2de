import 'reflect-metadata';
import { runProcess } from '#platform/app';
import { startScheduler } from './start.js';

await runProcess('scheduler', startScheduler);
