import 'reflect-metadata';
import { runProcess } from '#platform/app';
import { startWorker } from './start.js';

await runProcess('worker', startWorker);
