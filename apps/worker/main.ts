import 'reflect-metadata';
import { runProcess } from '#platform/process';
import { startWorker } from './start.js';

await runProcess('worker', startWorker);
