import { expect, it } from 'vitest';
import { Queue } from './queue.js';

it('Queue returns items in the order of their arrival', () => {
  const queue = new Queue<number>();
  expect(queue.shift()).toBeUndefined();
  queue.push(1);
  queue.push(2);
  expect([queue.first, queue.length]).toEqual([1, 2]);
  expect(queue.shift()).toBe(1);
  queue.push(3);
  expect([queue.shift(), queue.shift(), queue.shift()]).toEqual([2, 3, undefined]);
  expect(queue.length).toBe(0);
});

it('Queue keeps the order when it never becomes empty', () => {
  const queue = new Queue<number>();
  queue.push(0);
  for (let item = 1; item <= 5000; item += 1) {
    queue.push(item);
    expect(queue.shift()).toBe(item - 1);
  }
  expect([queue.first, queue.length]).toEqual([5000, 1]);
});
