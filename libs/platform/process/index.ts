export { runProcess, type Running } from './run-process.js';
